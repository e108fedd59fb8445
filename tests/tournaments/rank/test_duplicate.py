"""Matchpoints, by the book: Law 78A of the Laws of Duplicate Bridge."""

from __future__ import annotations

import pytest

from games.tournaments.rank.duplicate import matchpoints, worth_of
from games.tournaments.rank.points import UNIT


def test_two_for_each_inferior_one_for_each_equal_result() -> None:
    worths = [(420,), (420,), (450,), (-50,), (100,)]
    two_units = [5, 5, 8, 0, 2]  # of 8: two for each of the four comparisons
    assert matchpoints(worths) == [UNIT * one // 8 for one in two_units]


@pytest.mark.parametrize("tables", range(2, 12))
def test_a_seats_results_share_half_of_all_comparisons(tables: int) -> None:
    points = matchpoints([(rank % 3,) for rank in range(tables)])
    assert abs(sum(points) - tables * UNIT // 2) <= tables
    assert max(points) <= UNIT


def test_a_result_without_another_counts_a_half() -> None:
    assert matchpoints([(1,)]) == [UNIT // 2]


def test_a_score_counts_where_there_is_one_and_a_better_place_is_more() -> None:
    assert worth_of(1, -5) < worth_of(2, 3)
    assert worth_of(2, None) < worth_of(1, None)
