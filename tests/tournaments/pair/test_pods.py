"""Tables of three and more against an exhaustive search (tournaments 3.5)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pair.chance import Stream
from games.tournaments.pair.contenders import Contender, Meetings, pair_of
from games.tournaments.pair.pods import (
    consecutive,
    describe,
    displaced,
    divide,
    improve,
    pair_costs,
    snake,
    total_cost,
)
from games.tournaments.pair.sizes import SizeRule, table_sizes
from games.tournaments.rank.points import UNIT, Scoring, table_points
from tests.support.programs import printed


def all_divisions(players, sizes):
    """Yield every division of the players into tables of these sizes."""
    if not sizes:
        yield []
        return
    if len(set(sizes)) == 1:
        first, *rest = players
        for others in combinations(rest, sizes[0] - 1):
            left = [one for one in rest if one not in others]
            for tables in all_divisions(left, sizes[1:]):
                yield [[first, *others], *tables]
        return
    for table in combinations(players, sizes[0]):
        left = [one for one in players if one not in table]
        for tables in all_divisions(left, sizes[1:]):
            yield [list(table), *tables]


@st.composite
def fields(draw, counts):
    count = draw(counts)
    units = sorted(draw(st.lists(st.integers(0, 12), min_size=count, max_size=count)), reverse=True)
    contenders = [Contender(at, unit * UNIT // 6) for at, unit in enumerate(units)]
    pairs = list(combinations(range(count), 2))
    met = draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 2), max_size=20))
    barred = draw(st.sets(st.sampled_from(pairs), max_size=12))
    return contenders, Meetings(met, frozenset(barred))


@given(fields(st.sampled_from([6, 8, 9])))
@settings(max_examples=40, deadline=None)
def test_small_fields_are_divided_at_the_least_cost(event):
    contenders, meetings = event
    count = len(contenders)
    sizes = (4, 4) if count == 8 else (3,) * (count // 3)
    found = divide(contenders, sizes, meetings, key=("seed", 1))
    costs = pair_costs(contenders, meetings)
    least = min(total_cost(tables, costs) for tables in all_divisions(range(count), sizes))
    assert total_cost(found.tables, costs) == least


@given(fields(st.sampled_from([7, 9, 10])))
@settings(max_examples=25, deadline=None)
def test_repeats_are_as_few_as_possible_at_tables_of_different_sizes(event):
    contenders, meetings = event
    sizes = {7: (4, 3), 9: (5, 4), 10: (4, 3, 3)}[len(contenders)]
    level = [Contender(one.entry) for one in contenders]
    found = divide(contenders, sizes, meetings, key=("seed", 1))
    costs = pair_costs(level, meetings)
    least = min(total_cost(tables, costs) for tables in all_divisions(range(len(level)), sizes))
    assert total_cost(found.tables, costs) == least


@given(fields(st.integers(3, 30)), st.sampled_from([SizeRule(3, 5, 4), SizeRule(3, 10, 6)]))
@settings(max_examples=40, deadline=None)
def test_everybody_sits_at_exactly_one_table(event, rule):
    contenders, meetings = event
    sizes = table_sizes(len(contenders), rule).sizes
    found = divide(contenders, sizes, meetings, key=("seed", 1))
    seated = sorted(entry for table in found.tables for entry in table)
    assert seated == [one.entry for one in contenders]
    assert sorted(map(len, found.tables), reverse=True) == list(sizes)
    pairs = [pair for table in found.tables for pair in combinations(table, 2)]
    assert found.repeats == sum(meetings.times(*pair) for pair in pairs)
    assert found.barred == sum(meetings.barred(*pair) for pair in pairs)


def play(count, rule, rounds, seed="s"):
    """Play an evening with random results; return the meetings and divisions."""
    stream = Stream("test", seed, count)
    points = dict.fromkeys(range(count), 0)
    met, divisions = {}, []
    for number in range(1, rounds + 1):
        order = sorted(points, key=lambda entry: (-points[entry], entry))
        contenders = [Contender(entry, points[entry]) for entry in order]
        sizes = table_sizes(count, rule).sizes
        found = divide(contenders, sizes, Meetings(met), key=(seed, number))
        divisions.append(found)
        for table in found.tables:
            for pair in combinations(table, 2):
                met[pair_of(*pair)] = met.get(pair_of(*pair), 0) + 1
            ranks = stream.shuffled(range(len(table)))
            for entry, won in zip(table, table_points(Scoring(), ranks), strict=True):
                points[entry] += won
    return met, divisions


@pytest.mark.parametrize(("count", "rounds"), [(16, 3), (24, 5), (40, 5)])
def test_where_repeats_can_be_avoided_nobody_meets_twice(count, rounds):
    met, _ = play(count, SizeRule(3, 5, 4), rounds)
    assert set(met.values()) == {1}


def test_forced_repeats_are_spread_evenly():
    met, divisions = play(12, SizeRule(4, 4, 4), 5)
    assert [one.repeats for one in divisions][:2] == [0, 3]
    assert max(met.values()) <= 3


def test_forbidden_pairs_are_kept_apart_where_possible_and_counted_where_not():
    contenders = [Contender(entry, (9 - entry) * UNIT) for entry in range(9)]
    apart = Meetings({}, frozenset({(0, 1), (0, 2), (1, 2)}))
    assert divide(contenders, (3, 3, 3), apart, key=("x", 1)).barred == 0
    all_barred = Meetings({}, frozenset(combinations(range(4), 2)))
    assert divide(contenders, (3, 3, 3), all_barred, key=("x", 1)).barred == 1


def test_members_of_one_club_are_kept_apart_when_asked_for():
    contenders = [Contender(entry, club="owls" if entry < 3 else None) for entry in range(9)]
    found = divide(contenders, (3, 3, 3), Meetings(), key=("x", 1), apart=True)
    assert all(sum(entry < 3 for entry in table) == 1 for table in found.tables)
    together = divide(contenders, (3, 3, 3), Meetings(), key=("x", 1))
    assert together.tables[0] == (0, 1, 2)


def test_without_meetings_or_differences_tables_follow_the_standings():
    contenders = [Contender(entry) for entry in range(11)]
    found = divide(contenders, (4, 4, 3), Meetings(), key=("x", 1))
    assert found.tables == ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10))


def test_tables_by_standings_and_by_snake():
    assert consecutive(range(7), (4, 3)) == [[0, 1, 2, 3], [4, 5, 6]]
    shown = [[seed + 1 for seed in table] for table in snake(16, (4, 4, 4, 4))]
    assert shown == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert sorted(map(len, snake(11, (4, 4, 3)))) == [3, 4, 4]


def test_a_meeting_outweighs_all_score_differences_whatever_the_scale():
    contenders = [Contender(0, 900 * UNIT), Contender(1, 0), Contender(2, 0)]
    costs = pair_costs(contenders, Meetings({(1, 2): 1}))
    assert costs[1][2] > costs[0][1] + costs[0][2]


def test_costs_are_a_million_for_a_meeting_and_the_squared_difference_in_points():
    contenders = [Contender(0, 2 * UNIT), Contender(1, UNIT // 2), Contender(2, 0)]
    costs = pair_costs(contenders, Meetings({(0, 1): 1}))
    assert (costs[0][2], costs[1][2]) == (16, 1)
    assert costs[0][1] == 9 + 4 * 10**6


def test_tables_are_named_from_the_best_in_the_standings_down():
    contenders = [Contender(entry) for entry in range(11, 17)]
    made = describe(contenders, [[5, 1, 2], [4, 3, 0]], Meetings())
    assert made.tables == ((11, 14, 15), (12, 13, 16))


def test_a_forbidden_pair_outweighs_everything_whatever_the_scale():
    raw = [Contender(at, (6 - at) * 10**6 * UNIT) for at in range(6)]
    made = divide(raw, (3, 3), Meetings({}, frozenset({(0, 1)})), key=("scale",))
    assert made.barred == 0


@given(st.integers(1, 40), st.integers(0, 12), st.integers(0, 99))
def test_nobody_is_displaced_further_than_asked(count, places, seed):
    order = displaced(count, places, Stream(seed))
    assert sorted(order) == list(range(count))
    assert all(abs(at - index) <= places for at, index in enumerate(order))


def test_improving_ends_where_no_swap_helps():
    stream = Stream("costs")
    count = 12
    costs = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        costs[one][other] = costs[other][one] = stream.below(50)
    tables = improve(consecutive(range(count), (4, 4, 4)), costs)
    reached = total_cost(tables, costs)
    for first, second in combinations(range(3), 2):
        for one in range(4):
            for other in range(4):
                swapped = [list(table) for table in tables]
                swapped[first][one], swapped[second][other] = (
                    swapped[second][other],
                    swapped[first][one],
                )
                assert total_cost(swapped, costs) >= reached


PROGRAM = """
from games.tournaments.pair.contenders import Contender, Meetings
from games.tournaments.pair.pods import divide
field = [Contender(n, (20 - n) // 4 * 840) for n in range(21)]
print(divide(field, (5, 4, 4, 4, 4), Meetings({(0, 1): 1, (2, 5): 1, (7, 9): 2}), key=("s", 3)))
"""


def test_the_tables_are_the_same_in_another_process():
    assert len(printed(PROGRAM, hash_seeds=(1, 2))) == 1
