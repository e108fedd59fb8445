"""Decide which positions of a match to play out, how often, and which comes next. Pure.

A curve begins with a few positions spread over the match; then the widest steps are bisected, to
locate a swing at its exact ply. Must not import Django or a clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

SPREAD = 24
MOST_POINTS = 40
FEWEST_ROLLOUTS = 20
MOST_ROLLOUTS = 96
BUDGET_MS = 60_000
MARKS = 5
NOISE = 2.0
"""How many standard errors wide a step must be to count as a swing."""


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

        If all roll-outs ended alike, return the error as if one more had ended differently.
        """
        if self.rollouts == 1:
            return 0.0
        mean = self.chance(seat)
        spread = max(0.0, self.squares[seat] / self.rollouts - mean * mean)
        least = 1 / (self.rollouts + 2)
        return max(sqrt(spread / (self.rollouts - 1)), least)


@dataclass(frozen=True)
class Swing:
    """A step of the curve, from one point to the next, that exceeds the noise."""

    before: Point
    after: Point
    seat: int

    @property
    def size(self) -> float:
        """Return by how much the seat's chance changed."""
        return self.after.chance(self.seat) - self.before.chance(self.seat)


def first_points(last: int) -> list[int]:
    """Return the plies that a curve begins with: the deal, the last ply, and some between."""
    if last <= MOST_POINTS - 1:
        return list(range(last + 1))
    return sorted({round(last * step / (SPREAD - 1)) for step in range(SPREAD)})


def next_ply(counts: Mapping[int, int], last: int) -> int | None:
    """Return the position with the fewest roll-outs, or None if all have enough.

    The match is over at the last ply, which needs no roll-out.
    """
    ply = min((ply for ply in counts if ply < last), key=lambda ply: (counts[ply], ply))
    return ply if counts[ply] < MOST_ROLLOUTS else None


def is_done(counts: Mapping[int, int], last: int, spent_ms: int) -> bool:
    """Tell whether a curve is good enough or has used up its time."""
    fewest = min((count for ply, count in counts.items() if ply < last), default=MOST_ROLLOUTS)
    return fewest >= MOST_ROLLOUTS or (fewest >= FEWEST_ROLLOUTS and spent_ms >= BUDGET_MS)


def progress(counts: Mapping[int, int], last: int, spent_ms: int) -> float:
    """Return a curve's progress, 0 to 1; it never decreases during the work."""
    points = max(1, min(last, MOST_POINTS - 1))
    played = [count for ply, count in counts.items() if ply < last]
    whole = sum(min(count, MOST_ROLLOUTS) for count in played) / (points * MOST_ROLLOUTS)
    least = sum(min(count, FEWEST_ROLLOUTS) for count in played) / (points * FEWEST_ROLLOUTS)
    return min(1.0, max(whole, min(least, spent_ms / BUDGET_MS)))


def next_point(points: Sequence[Point]) -> int | None:
    """Return the ply in the middle of the widest step that spans others, or None.

    Return None while any point has too few roll-outs to judge.
    """
    if len(points) >= MOST_POINTS or any(p.rollouts < FEWEST_ROLLOUTS for p in points[:-1]):
        return None
    steps = [
        (abs(swing.size), swing.before.ply, swing.after.ply)
        for swing in _steps(points)
        if swing.after.ply - swing.before.ply > 1
    ]
    if not steps:
        return None
    _, before, after = max(steps)
    return (before + after) // 2


def swings(points: Sequence[Point]) -> list[Swing]:
    """Return the largest steps above the noise, at most MARKS, in ply order."""
    found = [swing for swing in _steps(points) if abs(swing.size) > NOISE * _noise(swing)]
    largest = sorted(found, key=lambda swing: -abs(swing.size))[:MARKS]
    return sorted(largest, key=lambda swing: swing.after.ply)


def _steps(points: Sequence[Point]) -> list[Swing]:
    """Return every step with the seat whose chance changes most."""
    return [
        max(
            (Swing(before, after, seat) for seat in range(len(before.won))),
            key=lambda swing: abs(swing.size),
        )
        for before, after in pairwise(points)
    ]


def _noise(swing: Swing) -> float:
    """Return the standard error of a step."""
    return sqrt(swing.before.error(swing.seat) ** 2 + swing.after.error(swing.seat) ** 2)
