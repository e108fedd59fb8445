"""Whole events with joins, withdrawals, no-shows, rulings: what must always hold.

Everybody active has exactly one place in every round; nobody meets again or
has a second bye where that can be avoided; seats are shared out; the state
follows from the actions alone.
"""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.tournaments.direct.board import board, final_places
from games.tournaments.direct.elimination import is_fixed, last_round, needs_winner
from games.tournaments.direct.fold import fold, tell
from games.tournaments.direct.pairing_input import contenders, meetings, seats_so_far
from games.tournaments.direct.sheet import sheet
from games.tournaments.direct.text import TournamentRefusal
from games.tournaments.export.tables import crosstable
from games.tournaments.export.whole import export_event, import_event
from games.tournaments.pair.chance import Stream
from games.tournaments.pair.seats import order_cost
from games.tournaments.pair.sizes import SizeRule, table_sizes
from games.tournaments.rank.points import UNIT, VECTORS, Scoring
from tests.tournaments.direct.support import Event, config

CONFIGS = {
    "swiss": config(rounds=6),
    "swiss_cut": config(rounds=3, cut=4, third_place=True),
    "swiss_cut_double": config(rounds=3, cut=8, knockout_kind="double"),
    "pods_cut": config(format="pods", rounds=2, cut=4),
    "table_knockout": config(format="table_knockout", advance=2),
    "swiss_random": config(rounds=5, first_round="random", seed="q"),
    "pods": config(format="pods", rounds=5, scores="non_negative"),
    "pods_big": config(format="pods", rounds=4, sizes=SizeRule(3, 10, 6), scoring=Scoring("win")),
    "pods_vector": config(
        format="pods", rounds=4, sizes=SizeRule(3, 4, 4), scoring=Scoring("vector", VECTORS["hig"])
    ),
    "partners": config(format="partners", rounds=4, scoring=Scoring("side")),
    "round_robin": config(format="round_robin"),
    "knockout": config(format="knockout", third_place=True),
    "double": config(format="knockout", knockout_kind="double"),
}

MISHAPS = ("nothing", "withdraw", "no_show", "absent", "late", "restore", "exclude", "ruling")


class Evening:
    """Plays an event with mishaps drawn from a stream."""

    def __init__(self, settings_, count, stream):
        self.held = Event(settings_).started(count)
        self.stream = stream
        self.joined = 0

    def try_to(self, kind, **payload):
        """Act if it is allowed."""
        try:
            self.held.do(kind, **payload)
        except TournamentRefusal:
            return False
        return True

    def somebody(self):
        """Return an entry's number."""
        return 1 + self.stream.below(len(self.held.state.entries))

    def mishap(self, this_round):
        """Let something happen."""
        kind = MISHAPS[self.stream.below(len(MISHAPS))]
        if kind in ("withdraw", "no_show", "restore", "exclude"):
            self.try_to(kind, entry=self.somebody(), this_round=this_round, keep_results=False)
        elif kind == "absent":
            number = self.held.state.next_round
            self.try_to("absent", entry=self.somebody(), round=number)
        elif kind == "late":
            self.joined += 1
            self.try_to("late_entry", players=[900 + self.joined], this_round=this_round)
        elif kind == "ruling" and self.held.state.rounds:
            table = 1 + self.stream.below(3)
            gone = [self.somebody()]
            self.try_to("override_result", round=1, table=table, results=[], absent=gone)

    def result(self, table):
        """Give a table a random result."""
        order = self.stream.shuffled(table.present)
        if table.sides is not None:
            order = self.stream.shuffled([tuple(side) for side in table.sides])
        elif not needs_winner(self.held.state, self.held.state.current.number) and (
            self.stream.below(5) == 0
        ):
            order = [tuple(order[:2]), *order[2:]]
        scores = None
        if self.held.state.config.scores == "non_negative":
            scores = {entry: 50 - at for at, entry in enumerate(order) if isinstance(entry, int)}
            scores |= {one: 50 for group in order if isinstance(group, tuple) for one in group}
        self.held.result(table.number, *order, scores=scores)

    def play(self, check):
        """Play all rounds; `check` looks at each as it is proposed."""
        while (number := self.held.state.next_round) <= last_round(self.held.state):
            for _ in range(self.stream.below(3)):
                self.mishap(this_round=False)
            if not self.try_to("propose_round"):
                return
            check(self.held, number)
            self.held.do("publish_round")
            for _ in range(self.stream.below(3)):
                self.mishap(this_round=True)
            for table in self.held.state.current.tables:
                if not table.decided:
                    self.result(table)
            self.held.check()
            self.held.do("close_round")
        if self.held.state.rounds:
            self.try_to("finish")


def check_round(held, number):
    """Check a proposed round against the rules that hold for every format."""
    state, current = held.state, held.state.current
    active = {one.number for one in state.listed() if one.active(number)}
    seated = [entry for table in current.tables for entry in table.present]
    byes = list(current.unplayed)
    assert len(set(seated)) == len(seated)
    assert not set(seated) & set(byes)
    if not is_fixed(state, number):
        assert set(seated) | set(byes) == active
        check_byes(state, number, byes)
        check_seats(state, number, current)
    else:
        assert set(seated) <= active
    if state.config.format == "swiss" and not is_fixed(state, number):
        check_meetings(state, number, current)


def check_byes(state, number, byes):
    """No more byes than needed, and nobody a second time while others had fewer."""
    field = contenders(state, number)
    assert len(byes) == table_sizes(len(field), state.config.size_rule).byes
    had = {one.entry: one.byes for one in field}
    others = [had[entry] for entry in had if entry not in byes]
    if byes and others:
        assert max(had[entry] for entry in byes) <= min(others)


def check_meetings(state, number, current):
    """Repeats occur only where so few opponents are left that they may be forced."""
    met = meetings(state, number)
    repeats = sum(met.times(*table.seats) for table in current.tables)
    field = [one.entry for one in contenders(state, number)]
    most = max(sum(bool(met.times(one, other)) for other in field) for one in field)
    if 2 * (most + 1) <= len(field) + len(field) % 2 - 2:
        assert repeats == 0


def check_seats(state, number, current):
    """Everybody sits in the best order: no other costs less."""
    history = seats_so_far(state, number)
    for table in current.tables:
        if state.config.format == "pods" and 3 <= len(table.seats) <= 5:
            least = min(order_cost(order, history) for order in permutations(table.seats))
            assert order_cost(table.seats, history) == least
        if state.config.format == "swiss":
            firsts = [history.times.get((entry, 2, 0), 0) for entry in table.seats]
            assert firsts[0] <= firsts[1]


@pytest.mark.parametrize("name", CONFIGS)
@given(count=st.integers(4, 12), seed=st.integers(0, 10**9))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whole_events_keep_every_promise(name, count, seed):
    keep_promises(Evening(CONFIGS[name], count, Stream("evening", seed)))


@pytest.mark.parametrize("count", [9, 11])
def test_a_fixed_schedule_keeps_every_promise(count):
    fixed = config(format="pods", rounds=3, fixed_schedule=True)
    keep_promises(Evening(fixed, count, Stream("fixed", count)))


def keep_promises(evening):
    """Play an evening and check everything that follows from it."""
    evening.play(check_round)
    held = evening.held
    held.check()
    assert len(set(final_places(held.state))) == len(final_places(held.state))
    assert len(crosstable(held.state)) == len(board(held.state))
    names = {number: f"Player {number}" for number in held.state.entries}
    exported = json.loads(json.dumps(export_event(held.actions, names)))
    assert fold(import_event(exported)) == held.state


@given(count=st.integers(3, 40), seed=st.integers(0, 10**9))
@settings(max_examples=15, deadline=None)
def test_without_mishaps_nobody_in_a_swiss_meets_twice_or_has_two_byes(count, seed):
    stream = Stream("quiet", seed)
    rounds = min(7, (count + 1) // 2)
    held = Event(config(rounds=rounds)).started(count)
    for _ in range(rounds):
        held.publish()
        for table in held.state.current.tables:
            order = stream.shuffled(table.seats)
            held.result(table.number, *([tuple(order)] if stream.below(4) == 0 else order))
        held.do("close_round")
    lines = sheet(held.state)
    for own in lines.values():
        opponents = [other for line in own for other in line.others]
        assert len(set(opponents)) == len(opponents)
        assert sum(line.kind == "pab" for line in own) <= 1
    total = sum(line.points for own in lines.values() for line in own)
    assert total == UNIT * rounds * ((count + 1) // 2)


def spreads(held, sizes):
    """Return how unevenly everybody sat, for each table size somebody met twice."""
    found = []
    for own in sheet(held.state).values():
        for size in sizes:
            seats = [line.seat for line in own if line.size == size]
            counts = [seats.count(seat) for seat in range(size)]
            if len(seats) > 1:
                found.append(max(counts) - min(counts))
    return found


def pod_spreads(count):
    """Play an evening of four rounds of pods; return how evenly everybody sat."""
    stream = Stream("pods", count)
    held = Event(config(format="pods", rounds=4)).started(count)
    for _ in range(4):
        held.play_round(lambda table: stream.shuffled(table.seats))
    return spreads(held, (3, 4, 5))


def test_in_evenings_of_pods_most_seat_counts_stay_within_one_and_all_within_two():
    """Of fixed fields: in a single evening, rarely, most do not."""
    found = [spread for count in range(9, 25) for spread in pod_spreads(count)]
    assert sum(spread <= 1 for spread in found) >= 0.8 * len(found)
    assert max(found) <= 2


def first_seat_gaps(count):
    """Play a Swiss of five rounds; return by how much first and second seats differ for each."""
    stream = Stream("swiss", count)
    held = Event(config(rounds=5)).started(count)
    for _ in range(5):
        held.play_round(lambda table: stream.shuffled(table.seats))
    seats = [[line.seat for line in own if line.played] for own in sheet(held.state).values()]
    return [abs(own.count(0) - own.count(1)) for own in seats]


def test_in_swisses_first_and_second_seats_differ_by_at_most_one_for_nearly_everybody():
    """Of fixed fields: who rested may, rarely, sit first in all four games that are left."""
    gaps = [gap for count in range(6, 25) for gap in first_seat_gaps(count)]
    assert sum(gap <= 1 for gap in gaps) >= 0.9 * len(gaps)
    assert max(gaps) <= 3


def test_the_journal_has_a_sentence_for_every_kind_of_action():
    evening = Evening(CONFIGS["pods"], 9, Stream("journal"))
    evening.play(lambda held, number: None)
    for action in evening.held.actions:
        told = tell(action)
        assert told.key % dict.fromkeys(told.args, "")
