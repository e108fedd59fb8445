"""Decide which positions of a match to play out, how often, and which comes next. Pure.

A curve begins with a few positions spread over the match; then the widest steps are bisected, to
locate a swing at its exact ply. A quick analysis looks for the turning points alone: it plays out
the ends of the widest steps most, and stops when its time is up. Must not import Django or a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt


@dataclass(frozen=True)
class Depth:
    """How thoroughly to analyse a match.

    `spread` points are played out first, and others between them up to `most_points`, each
    `fewest` times; then all of them, or in a quick analysis the ends of the widest steps, up to
    `most` times. `budget_ms` is CPU time: a quick analysis ends with it; another first plays
    every point out `fewest` times.
    """

    spread: int
    most_points: int
    fewest: int
    most: int
    budget_ms: int
    is_quick: bool


QUICK = Depth(12, 40, 8, 96, 20_000, is_quick=True)
DEEP = Depth(24, 60, 24, 96, 60_000, is_quick=False)
MARKS, TURNS = 5, 3
NOISE = 3.0
"""How many standard errors wide a step must be to count as a swing.

Three, because the widest of some forty steps are picked: by chance alone, the widest of them
would often exceed two.
"""
LEAST = 0.1
"""How wide a swing must be at least, however small its error."""
GRAIN = 100
"""A quick analysis locates a swing to this part of the match: in a long one, to a player's turn."""


@dataclass(frozen=True)
class Point:
    """One position's estimate: the sum of each seat's shares, and of their squares."""

    ply: int
    rollouts: int
    won: tuple[float, ...]
    squares: tuple[float, ...]

    def chance(self, seat: int) -> float:
        """Return the mean share of `seat`."""
        return self.won[seat] / self.rollouts

    def error(self, seat: int) -> float:
        """Return the standard error of that mean, never quite 0 for an estimate.

        If all roll-outs ended alike, return the error as if one more had ended differently. The
        last ply's result is known, and counts as a single roll-out.
        """
        if self.rollouts == 1:
            return 0.0
        mean = self.chance(seat)
        spread = max(0.0, self.squares[seat] / self.rollouts - mean * mean)
        least = 1 / (self.rollouts + 2)
        return max(sqrt(spread / (self.rollouts - 1)), least)


@dataclass(frozen=True)
class Swing:
    """A step of the curve from one point to the next, for one seat."""

    before: Point
    after: Point
    seat: int

    @property
    def size(self) -> float:
        """Return by how much the seat's chance changed."""
        return self.after.chance(self.seat) - self.before.chance(self.seat)

    @property
    def exceeds_noise(self) -> bool:
        """Tell whether the step is too wide to be chance."""
        error = sqrt(self.before.error(self.seat) ** 2 + self.after.error(self.seat) ** 2)
        return abs(self.size) > max(LEAST, NOISE * error)


def first_points(last: int, depth: Depth) -> list[int]:
    """Return the plies that a curve begins with: the deal, the last ply, and some between."""
    if last < (depth.spread if depth.is_quick else depth.most_points):
        return list(range(last + 1))
    return sorted({round(last * step / (depth.spread - 1)) for step in range(depth.spread)})


def next_ply(points: Sequence[Point], depth: Depth) -> tuple[int, int] | None:
    """Return the ply to play out next, and how often in total; None if all is done.

    `points` are those known, the last of them the end, which needs no roll-out.
    """
    played = points[:-1]
    short = next((point for point in played if point.rollouts < depth.fewest), None)
    if short is not None:
        return short.ply, depth.fewest
    middle = _middle(points, depth)
    if middle is not None:
        return middle, depth.fewest
    wanted = _ends(points) if depth.is_quick else played
    behind = [point for point in wanted if point.rollouts < depth.most]
    if not behind:
        return None
    one = min(behind, key=lambda point: (point.rollouts, point.ply))
    return one.ply, min(depth.most, one.rollouts + depth.fewest)


def is_done(points: Sequence[Point], depth: Depth, spent_ms: int) -> bool:
    """Tell whether a curve is good enough or has used up its time."""
    fewest = min((point.rollouts for point in points[:-1]), default=depth.most)
    is_late = spent_ms >= depth.budget_ms and (depth.is_quick or fewest >= depth.fewest)
    return is_late or next_ply(points, depth) is None


def progress(points: Sequence[Point], last: int, depth: Depth, spent_ms: int) -> float:
    """Return a curve's progress, 0 to 1."""
    count = max(1, min(last, depth.most_points - 1))
    played = [point.rollouts for point in points[:-1]]
    whole = sum(min(one, depth.most) for one in played) / (count * depth.most)
    least = sum(min(one, depth.fewest) for one in played) / (count * depth.fewest)
    return min(1.0, max(whole, min(least, spent_ms / depth.budget_ms)))


def swings(points: Sequence[Point], most: int = MARKS) -> list[Swing]:
    """Return the largest steps that exceed the noise, at most `most`, in ply order."""
    found = [swing for swing in _widest(points) if swing.exceeds_noise]
    return sorted(found[:most], key=lambda swing: swing.after.ply)


def falls(points: Sequence[Point]) -> list[Swing]:
    """Return for each seat whose chance fell by more than the noise its deepest fall."""
    steps = [*pairwise(points)]
    deepest = [
        min((Swing(before, after, seat) for before, after in steps), key=lambda one: one.size)
        for seat in range(len(points[0].won) if steps else 0)
    ]
    return [one for one in deepest if one.size < 0 and one.exceeds_noise]


def _middle(points: Sequence[Point], depth: Depth) -> int | None:
    """Return the ply in the middle of the widest step that spans others, or None."""
    if len(points) >= depth.most_points:
        return None
    steps = _widest(points)[: TURNS if depth.is_quick else None]
    exact = max(1, points[-1].ply // GRAIN) if depth.is_quick else 1
    wide = next((one for one in steps if one.after.ply - one.before.ply > exact), None)
    return None if wide is None else (wide.before.ply + wide.after.ply) // 2


def _ends(points: Sequence[Point]) -> list[Point]:
    """Return the points on both sides of the widest steps, without the match's end."""
    steps = _widest(points)[: TURNS + 1]
    return [one for step in steps for one in (step.before, step.after) if one is not points[-1]]


def _widest(points: Sequence[Point]) -> list[Swing]:
    """Return every step with the seat whose chance changes most, the widest first."""
    steps = [
        max(
            (Swing(before, after, seat) for seat in range(len(before.won))),
            key=lambda swing: abs(swing.size),
        )
        for before, after in pairwise(points)
    ]
    return sorted(steps, key=lambda swing: -abs(swing.size))
