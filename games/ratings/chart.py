"""Lay out a rating's history as the points of a chart. Pure: imports no Django and no clock.

A template renders the chart as SVG; its colours are classes, so it follows the colour scheme.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

WIDTH = 640
HEIGHT = 180
LEFT = 60  # Labels are twice as large on a phone, where the chart is half as wide
RIGHT = 8
TOP = 14
BOTTOM = 14
LEAST_SPAN = 100
STEPS = (25, 50, 100, 200, 500, 1000)
MOST_LINES = 5


@dataclass(frozen=True)
class GridLine:
    """A horizontal grid line: its position and its rating."""

    y: float
    label: int


@dataclass(frozen=True)
class Chart:
    """The template's input: line and band as `points`, grid lines, the last point."""

    line: str
    band: str
    grid: tuple[GridLine, ...]
    last: tuple[float, float]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def chart_of(ratings: Sequence[int], spreads: Sequence[int]) -> Chart:
    """Return the chart of a history: consecutive ratings, each with its ±.

    All ratings and the whole last ± are visible; earlier, wider ± are clipped at the chart's
    edge. Raises ValueError for an empty history. A single rating is drawn as a horizontal line.
    """
    if not ratings:
        raise ValueError("nothing to draw")
    if len(ratings) == 1:
        ratings, spreads = [*ratings, *ratings], [*spreads, *spreads]
    pairs = list(zip(ratings, spreads, strict=True))
    rating, spread = pairs[-1]
    low, high = _span(min(*ratings, rating - spread), max(*ratings, rating + spread))
    xs = [_x(number, len(ratings)) for number in range(len(ratings))]
    upper = [(x, _y(min(r + s, high), low, high)) for x, (r, s) in zip(xs, pairs, strict=True)]
    lower = [(x, _y(max(r - s, low), low, high)) for x, (r, s) in zip(xs, pairs, strict=True)]
    middle = [(x, _y(r, low, high)) for x, r in zip(xs, ratings, strict=True)]
    return Chart(
        line=_points(middle),
        band=_points([*upper, *reversed(lower)]),
        grid=tuple(GridLine(_y(level, low, high), level) for level in _levels(low, high)),
        last=middle[-1],
    )


def _span(low: int, high: int) -> tuple[int, int]:
    """Return the chart's lowest and highest level: the history's range with padding."""
    air = max((LEAST_SPAN - (high - low)) // 2, (high - low) // 8, 0)
    return low - air, high + air


def _levels(low: int, high: int) -> list[int]:
    """Return round numbers between two levels, at most MOST_LINES of them if possible."""
    step = next((s for s in STEPS if (high - low) / s < MOST_LINES), STEPS[-1])
    return list(range(ceil(low / step) * step, floor(high / step) * step + 1, step))


def _x(number: int, count: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * number / (count - 1), 1)


def _y(rating: float, low: int, high: int) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low), 1)


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
