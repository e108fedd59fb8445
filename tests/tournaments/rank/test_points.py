"""Points of a table as tournaments 3.1 defines them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rank.points import (
    UNIT,
    VECTORS,
    Scoring,
    decimal,
    points_text,
    side_weight,
    table_points,
    vector_for,
)

SHARE = Scoring()
tables = st.lists(st.integers(1, 10), min_size=2, max_size=10)


def in_points(units):
    return [Fraction(one, UNIT) for one in units]


@given(tables)
def test_shares_always_sum_to_half_the_table_size(ranks):
    assert sum(table_points(SHARE, ranks)) == UNIT * len(ranks) // 2


@given(tables)
def test_a_share_is_opponents_beaten_and_half_of_those_tied(ranks):
    for index, units in enumerate(table_points(SHARE, ranks)):
        others = ranks[:index] + ranks[index + 1 :]
        beaten = sum(other > ranks[index] for other in others)
        tied = sum(other == ranks[index] for other in others)
        assert Fraction(units, UNIT) == (beaten + Fraction(tied, 2)) / len(others)


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ([1, 2], [1, 0]),
        ([1, 1], [0.5, 0.5]),
        ([1, 2, 3], [1, 0.5, 0]),
        ([1, 1, 3], [0.75, 0.75, 0]),
    ],
)
def test_shares_of_small_tables(ranks, points):
    assert in_points(table_points(SHARE, ranks)) == points


def vector(name):
    return Scoring("vector", VECTORS[name])


@pytest.mark.parametrize(
    ("name", "ranks", "points"),
    [
        ("hig", [1, 2, 3, 4], [5, 3, 2, 1]),
        ("hig", [1, 2, 3], [5, 3, 1]),
        ("hig", [1, 1, 3, 4], [4, 4, 2, 1]),
        ("hig", [2, 1, 2, 2], [2, 5, 2, 2]),
        ("vtes", [1, 2, 3, 4, 5], [60, 48, 36, 24, 12]),
        ("vtes", [1, 2, 3, 4], [60, 48, 24, 12]),
        ("wbc", [3, 2, 1], [10, 40, 100]),
        ("bga", [1, 2, 2, 4], [6, 3, 3, 0]),
        ("bga", [1, 2, 3], [6, 4, 2]),
    ],
)
def test_vectors_give_places_their_points_and_ties_the_average(name, ranks, points):
    assert in_points(table_points(vector(name), ranks)) == points


def test_a_size_without_a_list_takes_the_next_larger_or_noughts():
    assert vector_for(VECTORS["vtes"], 3) == (60, 48, 24)
    assert vector_for(VECTORS["bga"], 6) == (6, 4, 2, 0, 0, 0)


@pytest.mark.parametrize(
    ("ranks", "points"),
    [([1, 2, 3, 4], [5, 0, 0, 0]), ([1, 1, 3, 3], [1, 1, 0, 0]), ([1, 1, 1, 1], [1, 1, 1, 1])],
)
def test_win_scoring_gives_five_to_a_sole_winner_and_one_for_a_draw(ranks, points):
    assert in_points(table_points(Scoring("win"), ranks)) == points


def test_raw_points_are_the_game_scores():
    assert in_points(table_points(Scoring("raw"), [1, 2, 3], [30, -5, -10])) == [30, -5, -10]
    with pytest.raises(ValueError, match="scores"):
        table_points(Scoring("raw"), [1, 2])


def test_sides_give_one_to_winners_and_a_half_where_nobody_lost():
    assert in_points(table_points(Scoring("side"), [1, 1, 2, 2, 1])) == [1, 1, 0, 0, 1]
    assert in_points(table_points(Scoring("side"), [1, 1, 1])) == [0.5] * 3


def test_winners_of_factions_have_beaten_all_their_opponents():
    sides = ["red", "red", "black", "black", "free"]
    assert in_points(table_points(SHARE, [1, 1, 2, 2, 1], None, sides)) == [1, 1, 0, 0, 1]
    assert in_points(table_points(SHARE, [1, 1, 1, 1, 1], None, sides)) == [0.5] * 5


def test_a_side_weight_counts_for_that_side_and_size_only():
    scoring = Scoring("side", weights={("red", 4): UNIT // 2})
    sides = ["red", "red", "black", "free"]
    assert in_points(table_points(scoring, [1, 1, 2, 1], None, sides)) == [0.5, 0.5, 0, 1]
    assert in_points(table_points(scoring, [1, 2, 1], None, sides[:3])) == [1, 0, 1]


def test_weighed_sides_give_points_as_sides_do():
    scoring = Scoring("weighed_side", weights={("red", 3): UNIT * 2})
    sides = ["red", "black", "black"]
    assert in_points(table_points(scoring, [1, 2, 2], None, sides)) == [2, 0, 0]
    assert in_points(table_points(scoring, [2, 1, 1], None, sides)) == [0, 1, 1]
    assert scoring.full_win == UNIT


@pytest.mark.parametrize(
    ("wins", "games", "weight"),
    [(5, 10, 1), (9, 10, Fraction(5, 9)), (10, 10, 0.5), (1, 10, 2), (0, 9, 2), (0, 0, 1)],
)
def test_side_weights_are_clipped(wins, games, weight):
    assert Fraction(side_weight(wins, games), UNIT) == weight


def test_a_table_of_one_has_no_points():
    with pytest.raises(ValueError, match="two"):
        table_points(SHARE, [1])


@pytest.mark.parametrize(
    ("scoring", "full"),
    [
        (SHARE, 1),
        (Scoring("win"), 5),
        (Scoring("side"), 1),
        (Scoring("raw"), 0),
        (vector("vtes"), 60),
    ],
)
def test_a_full_win(scoring, full):
    assert scoring.full_win == full * UNIT


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(5, 2), "2.50"),
        (Fraction(2, 3), "0.67"),
        (Fraction(1, 8), "0.13"),
        (-Fraction(1, 2), "-0.50"),
        (-Fraction(1, 1000), "0.00"),
    ],
)
def test_numbers_are_rounded_half_up_for_display_only(value, text):
    assert decimal(value) == text


def test_points_are_shown_with_two_decimals():
    assert points_text(UNIT * 7 // 2) == "3.50"
    assert decimal(3, 0) == "3"
