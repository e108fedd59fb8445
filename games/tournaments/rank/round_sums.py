"""Criteria that are sums over the rounds, with each round's contribution.

Spec: tournaments 3.3. All values are exact, higher is better, in points, not units. Those of FIDE
C.07 (2026) are defined for tables of two and hold for larger ones, where an opponent's score is
the mean of the table's. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.rank.field import Field, Part, Value, has_full_points
from games.tournaments.rank.lines import Line
from games.tournaments.rank.points import UNIT


@dataclass(frozen=True, slots=True)
class RoundValue:
    """One round's contribution to a criterion; `counts` is false if it is left out."""

    line: Line
    value: Fraction
    counts: bool = True


@dataclass(frozen=True, slots=True)
class RoundSum:
    """A criterion: the value of one round, and which of an entry's rounds are added up.

    `scale` divides the sum: most values are whole in units, and adding fractions is slow.
    """

    value: Callable[[Field, Part], Value]
    counted: Callable[[Iterable[Part]], list[Part]] = list
    scale: int = 1

    def __call__(self, field: Field, entry: int) -> Fraction:
        """Return an entry's value."""
        counted = self.counted(field.parts[entry])
        return Fraction(sum([self.value(field, part) for part in counted]), self.scale)

    def rounds(self, field: Field, entry: int) -> list[RoundValue]:
        """Return the rounds of an entry, which a standings page shows on hovering."""
        counted = self.counted(field.parts[entry])
        return [
            RoundValue(
                part.line,
                Fraction(self.value(field, part), self.scale),
                any(part is one for one in counted),
            )
            for part in field.parts[entry]
        ]


def _opponents(field: Field, part: Part) -> Value:
    """Return the opponents' score in units."""
    return part.value


def _without_least(parts: Iterable[Part]) -> list[Part]:
    """Return the contributions without one: the least of the voluntary ones, else of all."""
    parts = list(parts)
    choice = [part for part in parts if part.voluntary] or parts
    least = min(choice, key=lambda part: part.value, default=None)
    return [part for part in parts if part is not least]


def _without_two_least(parts: Iterable[Part]) -> list[Part]:
    return _without_least(_without_least(parts))


def _without_extremes(parts: Iterable[Part]) -> list[Part]:
    """Leave out the lowest, then the highest."""
    rest = _without_least(parts)
    largest = max(rest, key=lambda part: part.value, default=None)
    return [part for part in rest if part is not largest]


def _sonneborn_berger(field: Field, part: Part) -> Value:
    """Return the contribution times own points of the round, in squared units."""
    return part.value * part.line.points


def _table_win(field: Field, part: Part) -> Fraction:
    """Return the share of a first place; an unplayed round with full points counts 1."""
    line = part.line
    if line.played:
        return Fraction(1, line.shared) if line.shared else Fraction(0)
    return Fraction(has_full_points(field, line))


def _beaten(field: Field, part: Part) -> Fraction:
    """Return the scores of entries beaten, half of those tied, per opponent."""
    line = part.line
    if not line.played:
        return Fraction(part.value) * _dummy_beaten(field, line) / UNIT
    halves = sum(
        [
            result * field.scores.get(other, 0)
            for other, result in zip(line.others, line.results, strict=True)
        ]
    )
    return Fraction(halves, 2 * (line.size - 1) * UNIT)


def _dummy_beaten(field: Field, line: Line) -> Fraction:
    """Return how far an unplayed round beats its dummy: 1 for a full win, on every scale."""
    if has_full_points(field, line):
        return Fraction(1)
    return Fraction(line.points, field.full_win) if field.full_win else Fraction(0)


def _relative(field: Field, part: Part) -> Fraction:
    """Return own game score / scores of the whole table.

    If a table's scores sum to 0, or cannot be compared because one is negative, everybody gets an
    equal share; without a game score, nothing.
    """
    line = part.line
    if not line.played or line.score is None:
        return Fraction(0)
    return Fraction(line.score, line.total) if line.total else Fraction(1, line.size)


def _board_points(field: Field, part: Part) -> Fraction:
    """Return what a team's players won; all boards of a forfeit, half of them for a bye."""
    line = part.line
    if line.score is not None:
        return Fraction(line.score, UNIT)
    if line.kind == "fwin":
        return Fraction(field.boards)
    return Fraction(field.boards, 2) if line.kind == "pab" and line.points else Fraction(0)


def best_table(field: Field, entry: int) -> Fraction:
    """Return the highest single relative score."""
    return max([_relative(field, part) for part in field.parts[entry]], default=Fraction(0))


buchholz = RoundSum(_opponents, scale=UNIT)
buchholz_cut1 = RoundSum(_opponents, _without_least, UNIT)
buchholz_cut2 = RoundSum(_opponents, _without_two_least, UNIT)
median_buchholz = RoundSum(_opponents, _without_extremes, UNIT)
sonneborn_berger = RoundSum(_sonneborn_berger, scale=UNIT * UNIT)
table_wins = RoundSum(_table_win)
opponents = RoundSum(_opponents, scale=UNIT)
beaten = RoundSum(_beaten)
relative = RoundSum(_relative)
board_points = RoundSum(_board_points)
total_score = RoundSum(lambda field, part: part.line.score or 0)
