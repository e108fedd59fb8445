"""Tie-break criteria for tables of any size.

Spec: tournaments 3.3, second table. Every function takes the field and an
entry and returns an exact value, higher is better. Pure: imports no Django,
random, time, datetime, os or secrets.
"""

from __future__ import annotations

from fractions import Fraction

from games.tournaments.lines import Line
from games.tournaments.points import UNIT
from games.tournaments.standings.duel import buchholz
from games.tournaments.standings.field import Field, Part, has_full_points


def table_wins(field: Field, entry: int) -> Fraction:
    """Return the number of first places, a shared one as its fraction.

    An unplayed round with full points counts 1, as it does at tables of two.
    """
    return sum([win_of(field, line) for line in field.sheet[entry]], Fraction(0))


def win_of(field: Field, line: Line) -> Fraction:
    """Return a round's contribution to the wins."""
    if line.played:
        return Fraction(1, line.shared) if line.shared else Fraction(0)
    return Fraction(has_full_points(field, line))


def opponents(field: Field, entry: int) -> Fraction:
    """Return the sum over rounds of the mean score of the others at the table."""
    return buchholz(field, entry)


def beaten(field: Field, entry: int) -> Fraction:
    """Return the sum of the scores of entries beaten, half of those tied, per opponent."""
    total = sum([beaten_units(field, part) for part in field.parts[entry]], Fraction(0))
    return total / UNIT


def beaten_units(field: Field, part: Part) -> Fraction:
    """Return a round's contribution to `beaten`, in units."""
    line = part.line
    if not line.played:
        return part.value * _dummy_beaten(field, line)
    halves = sum(
        [
            result * field.scores.get(other, 0)
            for other, result in zip(line.others, line.results, strict=True)
        ]
    )
    return Fraction(halves, 2 * (line.size - 1))


def _dummy_beaten(field: Field, line: Line) -> Fraction:
    """Return how far an unplayed round beats its dummy: 1 for a full win, on every scale."""
    if has_full_points(field, line):
        return Fraction(1)
    return Fraction(line.points, field.full_win) if field.full_win else Fraction(0)


def relative(field: Field, entry: int) -> Fraction:
    """Return the sum over rounds of own game score / scores of the whole table."""
    return sum([relative_score(line) for line in field.sheet[entry]], Fraction(0))


def relative_score(line: Line) -> Fraction:
    """Return one round's share of its table's score.

    If a table's scores sum to 0, or cannot be compared because one is negative, everybody gets an
    equal share; without a game score, nothing.
    """
    if not line.played or line.score is None:
        return Fraction(0)
    if not line.total:
        return Fraction(1, line.size)
    return Fraction(line.score, line.total)


def best_table(field: Field, entry: int) -> Fraction:
    """Return the highest single relative score."""
    return max([relative_score(line) for line in field.sheet[entry]], default=Fraction(0))


def total_score(field: Field, entry: int) -> int:
    """Return the sum of the game scores."""
    return sum([line.score or 0 for line in field.sheet[entry]])
