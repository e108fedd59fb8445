"""Lay out the curve of a match. Pure: the template renders the SVG, and classes set colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from replays.analysis.plan import Point, Swing

WIDTH, HEIGHT = 340, 176
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 8, 22
LEVELS = (0, 25, 50, 75, 100)


@dataclass(frozen=True)
class Level:
    """A horizontal grid line: its position and its percentage."""

    y: float
    label: int


@dataclass(frozen=True)
class Line:
    """One seat's line, with its error band if that is drawn."""

    seat: int
    points: str
    band: str


@dataclass(frozen=True)
class Hit:
    """A click target: the part of the drawing nearest to a point."""

    url: str
    x: float
    width: float


@dataclass(frozen=True)
class Mark:
    """A swing's position in the drawing."""

    ply: int
    x: float
    y: float


@dataclass(frozen=True)
class Curve:
    """The drawing, as the template renders it."""

    lines: tuple[Line, ...]
    hits: tuple[Hit, ...]
    marks: tuple[Mark, ...]
    now: float
    levels: tuple[Level, ...]
    last: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    plot: int = HEIGHT - TOP - BOTTOM
    foot: int = HEIGHT - 6


def curve_of(
    points: Sequence[Point],
    swings: Sequence[Swing],
    *,
    last: int,
    ply: int,
    seat: int | None,
    address: Callable[[int], str],
) -> Curve:
    """Return the drawing at `ply`, with an error band for `seat` only.

    `address` returns the link to a ply.
    """
    seats = range(len(points[0].won))
    return Curve(
        lines=tuple(_line(points, one, last, one == seat) for one in seats),
        hits=tuple(_hits(points, last, address)),
        marks=tuple(_mark(swing, last) for swing in swings),
        now=_x(ply, last),
        levels=tuple(Level(_y(level / 100), level) for level in LEVELS),
        last=last,
    )


def _line(points: Sequence[Point], seat: int, last: int, banded: bool) -> Line:
    middle = [(_x(p.ply, last), _y(p.chance(seat))) for p in points]
    upper = [(_x(p.ply, last), _y(min(1.0, p.chance(seat) + p.error(seat)))) for p in points]
    lower = [(_x(p.ply, last), _y(max(0.0, p.chance(seat) - p.error(seat)))) for p in points]
    return Line(seat, _points(middle), _points([*upper, *reversed(lower)]) if banded else "")


def _hits(points: Sequence[Point], last: int, address: Callable[[int], str]) -> list[Hit]:
    xs = [_x(point.ply, last) for point in points]
    edges = [LEFT, *((a + b) / 2 for a, b in pairwise(xs)), WIDTH - RIGHT]
    return [
        Hit(address(point.ply), round(left, 1), round(right - left, 1))
        for point, left, right in zip(points, edges[:-1], edges[1:], strict=True)
    ]


def _mark(swing: Swing, last: int) -> Mark:
    after = swing.after
    return Mark(after.ply, _x(after.ply, last), _y(after.chance(swing.seat)))


def _x(ply: int, last: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * ply / max(1, last), 1)


def _y(chance: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance), 1)


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
