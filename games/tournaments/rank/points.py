"""Tournament points of one table, exact, in units of 1/5040.

Spec: tournaments 3.1. 5040 is twice the least common multiple of 1 to 9, so shares at every table
size, halves and averages of tied places stay integers. Pure: imports no Django, random, time,
datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Literal

UNIT = 5040
HALVES = {0: "", UNIT // 2: "½"}

Preset = Literal["share", "vector", "win", "raw", "side", "weighed_side", "arena", "matchpoints"]
SIDE_PRESETS = ("side", "weighed_side")

SOLE_WIN, DRAWN = 5, 1
ARENA_WIN, ARENA_DRAW = 2, 1
LEAST_WEIGHT, LARGEST_WEIGHT = Fraction(1, 2), Fraction(2)

VECTORS: Mapping[str, Mapping[int, tuple[int, ...]]] = {
    "hig": {4: (5, 3, 2, 1), 3: (5, 3, 1)},
    "vtes": {5: (60, 48, 36, 24, 12), 4: (60, 48, 24, 12)},
    "wbc": {4: (100, 50, 20, 10), 3: (100, 40, 10)},
    "bga": {4: (6, 4, 2, 0)},
}


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a table's result becomes points.

    `vectors` (preset vector): points by place, one list per table size. `weights` (side presets):
    units of a win by (side, table size), fixed when the tournament starts; an unlisted side counts
    1. `weighed_side` requires the long-run ones (`side_weight`).
    """

    preset: Preset = "share"
    vectors: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    weights: Mapping[tuple[str, int], int] = field(default_factory=dict)

    @property
    def full_win(self) -> int:
        """Units of a full win: what a pairing-allocated bye is worth by default.

        Raw scores have no full win; there a bye is worth nothing unless the tournament sets it.
        """
        if self.preset == "vector":
            return max((max(vector) for vector in self.vectors.values()), default=0) * UNIT
        won = {"win": SOLE_WIN * UNIT, "raw": 0, "arena": ARENA_WIN * UNIT}
        return won.get(self.preset, UNIT)


def table_points(
    scoring: Scoring,
    ranks: Sequence[int],
    scores: Sequence[int] | None = None,
    sides: Sequence[str | None] | None = None,
) -> list[int]:
    """Return the units of every player at a table, in the order of `ranks`.

    `ranks` start at 1 (best), are equal for a tie, and need not be dense. `sides` are the parts
    played where some sides won and the others lost: there the share of opponents beaten is 1 for
    winners and 0 for losers. Raises ValueError for a table of one, or for raw scoring without
    scores.
    """
    if len(ranks) < 2:
        raise ValueError("a table has two players or more")
    if scoring.preset == "matchpoints":
        raise ValueError("matchpoints compare tables: see duplicate.py")
    if scoring.preset == "raw":
        if scores is None:
            raise ValueError("raw points need game scores")
        return [score * UNIT for score in scores]
    if scoring.preset in SIDE_PRESETS or (scoring.preset == "share" and any(sides or ())):
        return _side_points(ranks, sides or [None] * len(ranks), scoring.weights)
    if scoring.preset == "win":
        return _first_points(ranks, SOLE_WIN, DRAWN)
    if scoring.preset == "arena":
        return _first_points(ranks, ARENA_WIN, ARENA_DRAW)
    if scoring.preset == "vector":
        return _vector_points(ranks, vector_for(scoring.vectors, len(ranks)))
    return _share_points(ranks)


def points_by_side(
    scoring: Scoring,
    ranks: Sequence[int],
    scores: Sequence[int] | None,
    sides: Sequence[Sequence[int]],
) -> list[int]:
    """Return the units of every player in a game of sides: each member gets its side's (3.9 b).

    `sides` are indexes into `ranks`. A side's rank is that of its best member, its score the sum,
    and its points those of a table at which every side is one player.
    """
    points = table_points(
        scoring,
        [min([ranks[at] for at in side]) for side in sides],
        None if scores is None else [sum([scores[at] for at in side]) for side in sides],
    )
    found = {at: units for side, units in zip(sides, points, strict=True) for at in side}
    return [found[at] for at in range(len(ranks))]


def _share_points(ranks: Sequence[int]) -> list[int]:
    """Return the share of opponents beaten; a tie counts half."""
    step = UNIT // (2 * (len(ranks) - 1))
    return [
        step * (2 * sum([other > rank for other in ranks]) + ranks.count(rank) - 1)
        for rank in ranks
    ]


def _first_points(ranks: Sequence[int], sole: int, shared: int) -> list[int]:
    """Return the value of a sole win or a shared first place, 0 otherwise."""
    best = min(ranks)
    prize = sole if ranks.count(best) == 1 else shared
    return [prize * UNIT if rank == best else 0 for rank in ranks]


def _vector_points(ranks: Sequence[int], vector: Sequence[int]) -> list[int]:
    """Return the points for the places; tied players share the average."""
    points = []
    for rank in ranks:
        ahead = sum([other < rank for other in ranks])
        tied = ranks.count(rank)
        points.append(UNIT * sum(vector[ahead : ahead + tied]) // tied)
    return points


def vector_for(vectors: Mapping[int, tuple[int, ...]], size: int) -> tuple[int, ...]:
    """Return the points by place at a table of `size`.

    An unlisted size takes the start of the next larger list; above the largest, that list is padded
    with zeros: a no-show may leave such a table.
    """
    larger = [listed for listed in vectors if listed >= size]
    if larger:
        return vectors[min(larger)][:size]
    longest = vectors[max(vectors)] if vectors else ()
    return longest + (0,) * (size - len(longest))


def _side_points(
    ranks: Sequence[int], sides: Sequence[str | None], weights: Mapping[tuple[str, int], int]
) -> list[int]:
    """Return 1 (or the side's weight) for winners, 0 for losers; a half if nobody lost."""
    best = min(ranks)
    if max(ranks) == best:
        return [UNIT // 2] * len(ranks)
    return [
        (UNIT if side is None else weights.get((side, len(ranks)), UNIT)) if rank == best else 0
        for rank, side in zip(ranks, sides, strict=True)
    ]


def side_weight(wins: int, games: int) -> int:
    """Return the units of a win for a side that won `wins` of `games` so far.

    clip(0.5 / win rate, 0.5, 2), to the nearest unit; a side without games counts 1. Call once per
    side and table size, when the tournament starts.
    """
    if games == 0:
        return UNIT
    if wins == 0:
        return int(LARGEST_WEIGHT * UNIT)
    fair = min(LARGEST_WEIGHT, max(LEAST_WEIGHT, Fraction(games, 2 * wins)))
    return floor(fair * UNIT + Fraction(1, 2))


def decimal(value: int | Fraction, places: int = 2) -> str:
    """Return an exact number for display, rounded half up ("2.50")."""
    double = 2 * value.denominator
    scaled = (2 * abs(value.numerator) * 10**places + value.denominator) // double
    whole, rest = divmod(scaled, 10**places)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole}.{rest:0{places}}" if places else f"{sign}{whole}"


def points_text(units: int) -> str:
    """Return points for display: two decimals."""
    return decimal(Fraction(units, UNIT))


def halves(units: int) -> str:
    """Return board points for display: 2½; other fractions with two decimals."""
    whole, rest = divmod(units, UNIT)
    if rest not in HALVES:
        return points_text(units)
    return f"{whole or ''}{HALVES[rest]}" or "0"
