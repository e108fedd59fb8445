"""Schedules fixed before the start, and changing partners (tournaments 3.5, 3.9)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pair.partners import SideHistory, choose_sides
from games.tournaments.pair.schedule import (
    exact_design,
    fixed_schedule,
    meetings_in,
    repeated,
)


@pytest.mark.parametrize("q", [3, 4, 5])
def test_exact_designs_let_everybody_meet_everybody_once(q):
    design = exact_design([q] * q, q + 1)
    assert design is not None
    met = [
        frozenset(pair) for tables in design for table in tables for pair in combinations(table, 2)
    ]
    assert len(met) == len(set(met)) == q * q * (q * q - 1) // 2
    for tables in design:
        assert sorted(player for table in tables for player in table) == list(range(q * q))


@pytest.mark.parametrize("sizes", [[4, 4, 4], [6] * 6, [4, 4, 4, 3]])
def test_other_fields_have_no_exact_design(sizes):
    assert exact_design(sizes, 3) is None


def check(schedule, sizes, rounds, in_turn=False):
    count = sum(sizes)
    assert len(schedule) == rounds
    shorts = [0] * count
    for tables in schedule:
        assert [len(table) for table in tables] == list(sizes)
        assert sorted(player for table in tables for player in table) == list(range(count))
        for table in tables:
            for player in table if len(table) < max(sizes) else ():
                shorts[player] += 1
        assert not in_turn or max(shorts) - min(shorts) <= 1


def test_sixteen_players_five_rounds_without_any_repeat():
    schedule = fixed_schedule([4] * 4, 5, key=("k",))
    check(schedule, [4] * 4, 5)
    assert repeated(schedule) == 0


def test_fifteen_players_five_rounds_without_any_repeat():
    schedule = fixed_schedule([4, 4, 4, 3], 5, key=("k",))
    check(schedule, [4, 4, 4, 3], 5)
    assert repeated(schedule) == 0
    assert schedule == fixed_schedule([4, 4, 4, 3], 5, key=("k",))


@pytest.mark.parametrize(("sizes", "rounds"), [([4, 3], 3), ([5, 4], 2)])
def test_where_asked_for_nobody_has_two_short_tables_before_everybody_had_one(sizes, rounds):
    check(fixed_schedule(sizes, rounds, key=("k",), in_turn=True), sizes, rounds, in_turn=True)


@pytest.mark.parametrize(
    ("sizes", "rounds", "most"),
    [
        ([5, 4], 2, 6),
        ([4, 4, 3], 4, 8),
        ([5, 4, 4], 2, 4),
        ([5, 4, 4], 3, 12),
        ([5, 4, 4], 4, 22),
    ],
)
def test_else_few_meet_again_in_small_fields(sizes, rounds, most):
    schedule = fixed_schedule(sizes, rounds, key=("k",))
    check(schedule, sizes, rounds)
    assert sum(times - 1 for times in meetings_in(schedule).values()) <= most


def test_who_is_to_be_kept_apart_does_not_meet():
    apart = [(0, 1), (2, 5), (3, 15)]
    schedule = fixed_schedule([4] * 4, 4, key=("k",), apart=apart)
    check(schedule, [4] * 4, 4)
    assert not set(apart) & set(meetings_in(schedule))


HISTORY = SideHistory(partners={(1, 2): 1}, opponents={(1, 4): 2, (2, 3): 2})


def test_partners_change():
    assert choose_sides([1, 2, 3, 4], SideHistory({(1, 2): 1, (3, 4): 1}), {}) == ((1, 3), (2, 4))


def test_partnerships_cost_three_and_oppositions_one():
    assert choose_sides([1, 2, 3, 4], HISTORY, {}) == ((1, 4), (2, 3))


def test_else_the_sides_are_as_equal_as_possible():
    strength = {1: 1700, 2: 1600, 3: 1500, 4: 1400}
    assert choose_sides([1, 2, 3, 4], SideHistory(), strength) == ((1, 4), (2, 3))


@given(st.permutations([1, 2, 3, 4]))
def test_sides_part_the_table(order):
    sides = choose_sides(order, HISTORY, {})
    assert sorted(entry for side in sides for entry in side) == [1, 2, 3, 4]
