"""Tie-break criteria of FIDE C.07 (2026), for tables of two.

Spec: tournaments 3.3. Every function takes the field and an entry and returns
an exact value, higher is better. Values in points, not units. They are
defined for larger tables too, where an opponent's score is the mean of the
table's. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from fractions import Fraction

from games.tournaments.lines import BEATEN, Line
from games.tournaments.points import UNIT
from games.tournaments.standings.field import Field, Part, has_full_points

Value = int | Fraction

SECOND_SEAT = 1


def in_points(units: Value) -> Fraction:
    """Return units as points."""
    return Fraction(units) / UNIT


def buchholz(field: Field, entry: int) -> Fraction:
    """Return the sum of the opponents' scores."""
    return in_points(sum([part.value for part in field.parts[entry]], Fraction(0)))


def without_least(parts: list[Part]) -> list[Part]:
    """Return the contributions without one: the least of the voluntary ones, else of all."""
    if not parts:
        return parts
    choice = [part for part in parts if part.voluntary] or parts
    least = min(choice, key=lambda part: part.value)
    return [part for part in parts if part is not least]


def buchholz_cut(field: Field, entry: int, cuts: int = 1) -> Fraction:
    """Return Buchholz without the lowest contributions."""
    parts = list(field.parts[entry])
    for _ in range(cuts):
        parts = without_least(parts)
    return in_points(sum([part.value for part in parts], Fraction(0)))


def median_buchholz(field: Field, entry: int) -> Fraction:
    """Return Buchholz without the lowest (as in cut 1) and without the highest."""
    parts = without_least(list(field.parts[entry]))
    values = sorted(part.value for part in parts)
    return in_points(sum(values[:-1], Fraction(0)))


def sonneborn_berger(field: Field, entry: int) -> Fraction:
    """Return the sum of contribution times own points of the round."""
    products = [part.value * part.line.points for part in field.parts[entry]]
    return sum(products, Fraction(0)) / (UNIT * UNIT)


def progressive(field: Field, entry: int) -> Fraction:
    """Return the sum over the rounds of the running total of points."""
    running = total = 0
    for line in field.sheet[entry]:
        running += line.points
        total += running
    return in_points(total)


def wins(field: Field, entry: int) -> int:
    """Return the number of rounds with full points, including byes and forfeits."""
    return sum([_is_full(field, line) for line in field.sheet[entry]])


def _is_full(field: Field, line: Line) -> bool:
    """Say whether a round gave full points; with raw scores, which have none, a win counts."""
    if line.played and not field.full_win:
        return _won(line.results)
    return has_full_points(field, line)


def games_won(field: Field, entry: int) -> int:
    """Return the number of rounds won by playing."""
    return sum([_won(line.results) for line in field.sheet[entry] if line.played])


def second_seat_wins(field: Field, entry: int) -> int:
    """Return the number of rounds won by playing from the second seat."""
    return sum(
        [
            _won(line.results)
            for line in field.sheet[entry]
            if line.played and line.seat == SECOND_SEAT
        ]
    )


def second_seat_games(field: Field, entry: int) -> int:
    """Return the number of rounds played from the second seat."""
    return sum([line.played and line.seat == SECOND_SEAT for line in field.sheet[entry]])


def _won(results: tuple[int, ...]) -> bool:
    """Say whether everybody at the table was beaten."""
    return all(result == BEATEN for result in results)


def koya(field: Field, entry: int) -> Fraction:
    """Return the points against opponents with at least half of the possible points."""
    return in_points(
        sum(
            [
                line.points
                for line in field.sheet[entry]
                if field.is_game(line) and all(_has_half(field, one) for one in line.others)
            ]
        )
    )


def _has_half(field: Field, entry: int) -> bool:
    """Say whether an entry has at least half of the points its games could give.

    An excluded entry has no points at all.
    """
    if entry not in field.sheet:
        return False
    games = sum([field.is_game(line) for line in field.sheet[entry]])
    return 2 * field.points[entry] >= games * field.full_win


def average_opponents_buchholz(field: Field, entry: int) -> Fraction:
    """Return the mean Buchholz of the opponents met (played games)."""
    met = [
        buchholz(field, other)
        for line in field.sheet[entry]
        if line.played
        for other in line.others
        if other in field.sheet
    ]
    return sum(met, Fraction(0)) / len(met) if met else Fraction(0)
