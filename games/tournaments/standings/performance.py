"""Mean performance: the tie-break of an arena.

Spec: tournaments 3.8. A game's performance is the opponent's rating, plus 500 for a win and minus
500 for a loss, as on lichess. The rating is the one at entry, so games played elsewhere meanwhile
do not change the standings; an unrated entry counts as a newcomer. Pure: imports no Django, random,
time, datetime, os or secrets.
"""

from __future__ import annotations

from fractions import Fraction

from games.tournaments.lines import BEATEN, LOST, Line
from games.tournaments.standings.field import Field

NEWCOMER = 1250
"""The cautious rating of a player without games (spec 1.5)."""
SWING = {BEATEN: 500, LOST: -500}


def performance(field: Field, entry: int) -> Fraction:
    """Return the mean over the games played, 0 if there are none; forfeits do not count."""
    games = [_of_game(field, line) for line in field.sheet[entry] if line.played]
    return Fraction(sum(games), len(games)) if games else Fraction(0)


def _of_game(field: Field, line: Line) -> int:
    """Return the performance of one game at a table of two."""
    rating = field.strengths.get(line.others[0], NEWCOMER)
    return rating + SWING.get(line.results[0], 0)
