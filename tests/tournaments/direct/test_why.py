"""Every reason that is told for a pairing or a place holds, in events full of mishaps."""

from __future__ import annotations

from collections import Counter

import pytest

from games.tournaments.direct.board import board
from games.tournaments.direct.check_round import check_round
from games.tournaments.direct.kinds.rounds import byes_of
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
    """Play an event; with `apart`, pairs are kept apart and a director exchanges some."""
    stream = Stream("why", name, seed)
    held = Evening((CONFIGS | MORE)[name], count, stream)

    def meddle(event, number):
        tables = event.state.current.tables
        if not apart or not tables:
            return
        if len(tables) > 1 and not stream.below(3):
            held.try_to("swap", entry=tables[0].seats[0], other=tables[1].seats[0])
        elif not stream.below(3):
            held.try_to("give_bye", entry=tables[0].seats[0])
        made = event.state.current
        if any(one.error for one in check_round(event.state, number, made.tables, byes_of(made))):
            held.try_to("propose_round")

    if apart:
        for one in range(1, count - 2, 3):
            held.try_to("keep_apart", entry=one, other=one + 2)
    held.play(meddle)
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


EVENINGS = [(name, apart) for name in [*CONFIGS, *MORE] for apart in (False, True)]


@pytest.mark.parametrize("name", [*CONFIGS, *MORE])
@pytest.mark.parametrize("apart", [False, True], ids=["free", "apart"])
def test_every_reason_that_is_told_holds(name, apart):
    for seed in range(6):
        told_of(evening(name, 4 + seed, seed, apart=apart))
