"""Criteria that count or average: wins, running totals, performance, lots.

Spec: tournaments 3.3, 3.8 (performance). Every function takes the field and an entry and returns
an exact value, higher is better. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256

from games.tournaments.rank.field import Field, has_full_points
from games.tournaments.rank.lines import BEATEN, LOST, Line
from games.tournaments.rank.points import UNIT
from games.tournaments.rank.round_sums import buchholz

NEWCOMER = 1250
"""The cautious rating of a player without games (spec 1.5)."""
SWING = {BEATEN: 500, LOST: -500}


def progressive(field: Field, entry: int) -> Fraction:
    """Return the sum over the rounds of the running total of points."""
    running = total = 0
    for line in field.sheet[entry]:
        running += line.points
        total += running
    return Fraction(total, UNIT)


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
    return sum([_won(line.results) for line in field.sheet[entry] if _from_second_seat(line)])


def second_seat_games(field: Field, entry: int) -> int:
    """Return the number of rounds played from the second seat."""
    return sum([_from_second_seat(line) for line in field.sheet[entry]])


def _from_second_seat(line: Line) -> bool:
    return line.played and line.seat == 1


def _won(results: tuple[int, ...]) -> bool:
    """Say whether everybody at the table was beaten."""
    return all(result == BEATEN for result in results)


def koya(field: Field, entry: int) -> Fraction:
    """Return the points against opponents with at least half of the possible points."""
    points = [
        line.points
        for line in field.sheet[entry]
        if field.is_game(line) and all(_has_half(field, one) for one in line.others)
    ]
    return Fraction(sum(points), UNIT)


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


def performance(field: Field, entry: int) -> Fraction:
    """Return the mean performance over the games played, 0 if there are none.

    A game's performance is the opponent's rating, plus 500 for a win and minus 500 for a loss, as
    on lichess (spec 3.8). The rating is the one at entry, so games played elsewhere meanwhile do
    not change the standings; an unrated entry counts as a newcomer. Forfeits do not count.
    """
    games = [_of_game(field, line) for line in field.sheet[entry] if line.played]
    return Fraction(sum(games), len(games)) if games else Fraction(0)


def _of_game(field: Field, line: Line) -> int:
    """Return the performance of one game at a table of two."""
    rating = field.strengths.get(line.others[0], NEWCOMER)
    return rating + SWING.get(line.results[0], 0)


def lot(seed: str, entry: int) -> int:
    """Return an entry's lot, fixed by the tournament's seed: 64 bits, the higher one is ahead."""
    digest = sha256(f"kibitz-lot/1|{seed}|{entry}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
