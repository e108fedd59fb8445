"""A rating's history as points of a drawing."""

from __future__ import annotations

import pytest

from games.ratings.chart import BOTTOM, HEIGHT, LEFT, MOST_LINES, RIGHT, TOP, WIDTH, chart_of


def points(text: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]


def test_the_line_runs_from_edge_to_edge_a_point_for_each_rating() -> None:
    line = points(chart_of([1500, 1531, 1510], [250, 240, 230]).line)
    assert [x for x, _ in line] == [LEFT, (LEFT + WIDTH - RIGHT) / 2, WIDTH - RIGHT]


def test_a_higher_rating_lies_higher() -> None:
    (_, first), (_, second) = points(chart_of([1500, 1531], [0, 0]).line)
    assert second < first


def test_everything_lies_inside_however_wide_the_band() -> None:
    chart = chart_of([1500, 900, 2400], [250, 250, 250])
    for x, y in [*points(chart.line), *points(chart.band)]:
        assert 0 <= x <= WIDTH
        assert 0 <= y <= HEIGHT


def test_the_band_lies_round_the_line() -> None:
    chart = chart_of([1500, 1600], [10, 10])
    band = points(chart.band)
    for (x, y), upper, lower in zip(points(chart.line), band[:2], band[:1:-1], strict=True):
        assert upper[0] == lower[0] == x
        assert upper[1] < y < lower[1]


def test_all_of_the_last_spread_is_in_sight() -> None:
    chart = chart_of([1500, 1480, 1510], [350, 300, 200])
    ends = [y for x, y in points(chart.band) if x == WIDTH - RIGHT]
    assert TOP < min(ends) < max(ends) < HEIGHT - BOTTOM


@pytest.mark.parametrize("span", [0, 31, 120, 400, 2000])
def test_the_levels_are_few_round_numbers(span: int) -> None:
    chart = chart_of([1500, 1500 + span], [0, 0])
    assert 1 <= len(chart.grid) <= MOST_LINES
    assert all(line.label % 25 == 0 for line in chart.grid)


def test_one_rating_is_a_level_line_and_none_is_an_error() -> None:
    (_, first), (_, second) = points(chart_of([1500], [100]).line)
    assert first == second
    with pytest.raises(ValueError, match="nothing"):
        chart_of([], [])
