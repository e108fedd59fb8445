"""An arena's games in sequence: points double during a winning streak.

Spec: tournaments 3.8. After two wins in a row every game counts double, until one is not won: a win
4, and the draw that ends the streak 2. A win without play is a win. Pure: imports no Django,
random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.tournaments.rank.lines import Line

WINS_TO_DOUBLE = 2


def streaked(lines: Sequence[Line]) -> list[Line]:
    """Return an entry's games, numbered from 1, with streaks doubled; given with single points."""
    found, in_row = [], 0
    for number, line in enumerate(lines, 1):
        times = 2 if in_row >= WINS_TO_DOUBLE else 1
        found.append(replace(line, round=number, points=times * line.points))
        in_row = in_row + 1 if _won(line) else 0
    return found


def on_streak(lines: Sequence[Line]) -> bool:
    """Say whether the next game counts double."""
    newest = lines[-WINS_TO_DOUBLE:]
    return len(newest) == WINS_TO_DOUBLE and all(_won(line) for line in newest)


def _won(line: Line) -> bool:
    """Say whether a game was won, by playing or because the opponent did not come."""
    return line.kind == "fwin" or line.shared == 1
