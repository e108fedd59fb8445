"""Rounds of an elimination of tables (tournaments 3.5, 3.7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pair.heats import fields, heats
from games.tournaments.pair.sizes import SizeRule

FOURS = SizeRule(3, 5, 4)


def test_sixteen_sit_at_four_tables_by_the_snake():
    assert heats(range(1, 17), FOURS).tables == (
        (1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13),
    )  # fmt: skip


@pytest.mark.parametrize("left", [3, 4, 5])
def test_who_fit_one_table_sit_at_the_final_table(left):
    assert heats(range(1, left + 1), FOURS).tables == (tuple(range(1, left + 1)),)


def test_those_without_a_place_are_the_highest_seeds():
    made = heats(range(1, 8), SizeRule(4, 4, 4))
    assert (made.tables, made.byes) == (((4, 5, 6, 7),), (1, 2, 3))


def test_where_too_few_are_left_the_highest_seed_goes_on():
    assert heats([7, 9], FOURS) == heats([7], FOURS)
    assert heats([7, 9], FOURS).byes == (7,)


@pytest.mark.parametrize(
    ("count", "rule", "advance", "left"),
    [
        (16, FOURS, 1, [16, 4]),
        (64, FOURS, 1, [64, 16, 4]),
        (16, FOURS, 2, [16, 8, 4]),
        (8, FOURS, 1, [8, 3]),  # two winners and the best of the others
        (5, FOURS, 1, [5]),
        (2, FOURS, 1, []),
        (12, SizeRule(2, 6, 4), 1, [12, 3]),
        (7, SizeRule(4, 4, 4), 1, [7, 4]),
    ],
)
def test_how_many_are_left_in_each_round(count, rule, advance, left):
    assert fields(count, rule, advance) == left


@st.composite
def rules(draw):
    """Return sizes with a gap now and then, and how many go on."""
    low = draw(st.integers(2, 6))
    high = draw(st.integers(low, 10))
    forbidden = frozenset(draw(st.sets(st.integers(low, high), max_size=high - low)))
    rule = SizeRule(low, high, draw(st.integers(low, high)), forbidden, draw(st.booleans()))
    return rule, draw(st.integers(1, min(2, min(rule.allowed) - 1)))


@given(count=st.integers(2, 120), chosen=rules())
def test_every_round_has_fewer_and_the_last_is_one_table(count, chosen):
    rule, advance = chosen
    left = fields(count, rule, advance)
    assert left == sorted(set(left), reverse=True)
    if count < min(rule.allowed):
        assert left == []
        return
    assert left[0] == count
    assert len(heats(range(left[-1]), rule).tables) == 1
    assert heats(range(left[-1]), rule).byes == ()


@given(count=st.integers(2, 120), chosen=rules())
def test_everybody_has_one_place_at_a_table_of_an_allowed_size(count, chosen):
    rule, _ = chosen
    made = heats(range(count), rule)
    if count < min(rule.allowed):
        assert made.tables == ()
        return
    assert sorted([*made.byes, *(one for table in made.tables for one in table)]) == [*range(count)]
    assert {len(table) for table in made.tables} <= set(rule.allowed)
    assert list(made.byes) == list(range(len(made.byes)))
