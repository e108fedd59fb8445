"""Season points and a season's table as tournaments 1.5 defines them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.rank.season import PointsRule, SeasonResult, event_points, season_table


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([1, 2, 3, 4], [100, 75, 50, 25]),
        ([1], [100]),
        ([1, 2, 3], [100, 67, 33]),
        ([1, 1, 3, 4], [88, 88, 50, 25]),
        ([1, 2, 2, 2], [100, 50, 50, 50]),
        (range(1, 9), [100, 88, 75, 63, 50, 38, 25, 13]),
    ],
)
def test_places_give_points_and_ties_the_average(places, points):
    awarded = event_points(dict(enumerate(places)))
    assert list(awarded.values()) == points


@given(st.lists(st.integers(0, 5), min_size=1, max_size=20))
def test_better_places_never_give_fewer_points(scores):
    ordered = sorted(scores, reverse=True)
    places = {player: ordered.index(score) + 1 for player, score in enumerate(scores)}
    points = event_points(places)
    assert all(1 <= value <= 100 for value in points.values())
    by_place = sorted((place, points[player]) for player, place in places.items())
    values = [value for _, value in by_place]
    assert values == sorted(values, reverse=True)


def result(tournament, player, place, points):
    return SeasonResult(tournament, player, place, points)


def test_the_total_is_the_sum_of_the_best_results():
    rows = season_table(
        [result(1, 7, 1, 100), result(2, 7, 3, 40), result(3, 7, 2, 60), result(1, 8, 2, 90)],
        best_of=2,
    )
    assert [(row.place, row.player, row.total) for row in rows] == [(1, 7, 160), (2, 8, 90)]
    assert [held.tournament for held in rows[0].counted] == [1, 3]
    assert rows[0].played == 3


def test_ties_go_by_wins_then_best_single_then_fewer_tournaments():
    rows = season_table(
        [
            *(result(1, 1, 2, 50), result(2, 1, 2, 50)),
            *(result(1, 2, 1, 50), result(2, 2, 2, 50)),
            *(result(1, 3, 2, 60), result(2, 3, 2, 40)),
            *(result(1, 4, 2, 50), result(2, 4, 2, 50), result(3, 4, 9, 0)),
            *(result(4, 5, 2, 50), result(5, 5, 2, 50)),
        ]
    )
    assert [(row.place, row.player) for row in rows] == [(1, 2), (2, 3), (3, 1), (3, 5), (5, 4)]


def test_awarding_a_tournament_twice_changes_nothing_and_a_correction_replaces():
    once = [result(1, 1, 1, 100), result(1, 2, 2, 50)]
    assert season_table(once * 2) == season_table(once)
    corrected = season_table([*once, result(1, 1, 2, 50), result(1, 2, 1, 100)])
    assert [row.player for row in corrected] == [2, 1]


@pytest.mark.parametrize(
    ("places", "came", "points"),
    [
        ([1, 2, 3, 4], (), [25, 18, 15, 0]),
        ([1, 2, 2, 4], (), [25, 17, 17, 0]),  # 16.5 is rounded up
        ([1, 1, 1, 1], (), [15, 15, 15, 15]),  # 58 / 4 = 14.5
        ([1, 2, 3, 4], (0, 3), [27, 18, 15, 2]),
    ],
)
def test_a_clubs_own_points_go_by_place_with_some_for_attendance(places, came, points):
    rule = PointsRule((25, 18, 15), attendance=2)
    assert list(event_points(dict(enumerate(places)), rule, came).values()) == points
