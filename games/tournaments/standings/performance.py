"""Mean performance: what breaks ties in an arena.

Spec: tournaments 3.8. A game's performance is the opponent's rating, 500 more for a win and 500
less for a loss, as lichess has it. The rating is the one an entry came with, so that nothing that
is played elsewhere meanwhile changes the standings; who has none counts as a newcomer. Pure:
imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from fractions import Fraction

from games.tournaments.lines import BEATEN, LOST, Line
from games.tournaments.standings.field import Field

NEWCOMER = 1250
"""The cautious rating of who has not played yet (spec 1.5)."""
SWING = {BEATEN: 500, LOST: -500}


def performance(field: Field, entry: int) -> Fraction:
    """Return the mean over the games played, 0 where there are none: forfeits are no games."""
    games = [_of_game(field, line) for line in field.sheet[entry] if line.played]
    return Fraction(sum(games), len(games)) if games else Fraction(0)


def _of_game(field: Field, line: Line) -> int:
    """Return what one game at a table of two was worth."""
    rating = field.strengths.get(line.others[0], NEWCOMER)
    return rating + SWING.get(line.results[0], 0)
