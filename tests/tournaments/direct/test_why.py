"""Every reason that is told for a pairing or a place holds, in events full of mishaps."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from games.tournaments.direct.board import board
from games.tournaments.direct.check_round import check_round
from games.tournaments.direct.round import byes_of
from games.tournaments.direct.why import byes, duels, places
from games.tournaments.direct.why.byes import why_unplayed
from games.tournaments.direct.why.pairing import KEPT_APART, why_table
from games.tournaments.direct.why.places import why_above
from games.tournaments.pair.chance import Stream
from games.tournaments.pair.sizes import SizeRule
from tests.tournaments.direct.claims import BYES, CLAIMS, Case, check_bye, check_claims
from tests.tournaments.direct.support import config
from tests.tournaments.direct.test_random_events import CONFIGS, Evening

MORE = {
    "long_swiss": config(rounds=8),
    "round_robin_odd": config(format="round_robin"),
    "fixed": config(format="pods", rounds=3, fixed_schedule=True),
    "pods_random": config(format="pods", rounds=2, first_round="random"),
    "heats_of_four": config(format="table_knockout", sizes=SizeRule(4, 4, 4)),
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


NAMES = [*CONFIGS, *MORE]
EVENINGS = [
    (name, count, apart)
    for name in NAMES
    for count in ((6,) if name == "fixed" else range(4, 10))
    for apart in (False, True)
]
RARE = {byes.NOT_PAIRED, *duels.IF_LEVEL[0::2]}
"""The latter are about who has the bye."""


def test_every_reason_that_is_told_holds_and_each_is_told():
    told = Counter()
    for name, count, apart in EVENINGS:
        told += told_of(evening(name, count, count, apart=apart))
    assert {*CLAIMS, *BYES} - set(told) <= RARE


def test_a_reason_does_not_depend_on_who_is_kept_apart():
    held = evening("long_swiss", 8, 1, apart=True)
    for number in range(1, len(held.state.rounds)):
        case = Case(held.actions, number)
        assert case.made.apart
        assert not case.made.before.forbidden
        for table in case.made.published.values():
            told = why_table(case.made, table)
            assert told == why_table(replace(case.made, apart=frozenset()), table)
            assert not any(KEPT_APART in one.key for one in told)


def holds(state, upper, lower, told):
    """Say whether a sentence about two neighbours in the standings holds."""
    if told.key == places.MORE_POINTS:
        return upper.points > lower.points
    if told.key in (places.ON_VALUE, places.ON_CRITERION, places.BY_LOT):
        names = list(state.config.criteria_list)
        before = names[: names.index(lower.decided_by)]
        values = [row.values[lower.decided_by] for row in (upper, lower)]
        return upper.points == lower.points and all(
            upper.values[name] == lower.values[name] for name in before if name != "direct"
        ) and (told.key == places.ON_CRITERION or values[0] > values[1])  # fmt: skip
    if told.key in (places.SHARED, places.SHARED_STAGE):
        return upper.place == lower.place
    if told.key == places.STILL_IN:
        return upper.place is None and lower.place is not None
    if told.key == places.MADE_THE_CUT:
        return lower.entry not in state.rounds[state.planned].seeds
    if told.key == places.GOT_FURTHER:
        tables = {
            row.entry: max(
                held.number for held in state.rounds for t in held.tables if row.entry in t.seats
            )
            for row in (upper, lower)
        }
        return (told.args["round"], told.args["earlier"]) == tuple(tables.values())
    assert told.key == places.WON_HERE
    table = state.round(told.args["round"]).table_of(upper.entry)
    return table.result.place_of(upper.entry) < table.result.place_of(lower.entry)


def test_every_reason_for_a_place_holds():
    told = Counter()
    for name in NAMES:
        state = evening(name, 8, 2).state
        for upper, lower in pairwise(board(state)):
            found = why_above(state, upper, lower)
            if found is not None:
                assert holds(state, upper, lower, found), (name, found)
                told[found.key] += 1
    assert len(told) > 6
