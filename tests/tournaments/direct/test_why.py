"""Every reason that is told for a pairing or a place holds, in events full of mishaps."""

from __future__ import annotations

from collections import Counter

import pytest

from games.tournaments.direct.board import board
from games.tournaments.direct.why.byes import why_unplayed
from games.tournaments.direct.why.pairing import why_table
from games.tournaments.direct.why.places import why_above
from games.tournaments.pair.chance import Stream
from tests.tournaments.direct.claims import BYES, CLAIMS, Case, check_bye, check_claims
from tests.tournaments.direct.support import config
from tests.tournaments.direct.test_random_events import CONFIGS, Evening

MORE = {
    "long_swiss": config(rounds=8),
    "round_robin_odd": config(format="round_robin"),
    "fixed": config(format="pods", rounds=3, fixed_schedule=True),
    "strictly": config(format="pods", rounds=3, last_round_by_standings=True),
}


def evening(name, count, seed, *, apart=False):
    """Play an event; with `apart`, some pairs are kept apart."""
    held = Evening((CONFIGS | MORE)[name], count, Stream("why", name, seed))
    if apart:
        for one in range(1, count - 2, 3):
            held.try_to("keep_apart", entry=one, other=one + 2)
    held.play(lambda *_: None)
    return held.held


def told_of(held):
    """Check all reasons of an event's pairings; return how often each was given."""
    found = Counter()
    for number in range(1, len(held.state.rounds) + 1):
        round_, case = held.state.round(number), Case(held.actions, number)
        if round_.phase == "proposed":
            continue
        for table in round_.tables:
            told = why_table(case.made, table)
            check_claims(case, table, told)
            found.update(one.key for one in told)
        for entry, had in round_.unplayed.items():
            told = why_unplayed(case.made, entry, rests=had.kind == "pab")
            check_bye(case, entry, told)
            found.update(one.key for one in told)
    return found


@pytest.mark.parametrize("name", [*CONFIGS, *MORE])
@pytest.mark.parametrize("apart", [False, True], ids=["free", "apart"])
def test_every_reason_that_is_told_holds(name, apart):
    for seed in range(12):
        told_of(evening(name, 4 + seed % 6, seed, apart=apart))
