"""Compute two players' head-to-head record.

Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.ratings.log import LogRow, Team, current_rows


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match of two opponents: 1 won, 0 tied, -1 lost, for the first of them."""

    match: str
    finished_at: float
    outcome: int


def head_to_head(rows: Iterable[LogRow], player: int, other: int) -> list[Meeting]:
    """Return the matches in which the two were opponents, oldest first.

    Corrections count as in a replay. Partners, and sides of equal rank in a
    group match, are not opponents (spec 1.4).
    """
    meetings = []
    for row in current_rows(rows):
        own, theirs = _team_of(row, player), _team_of(row, other)
        if own is None or theirs is None or own is theirs:
            continue
        if row.kind == "group" and own.rank == theirs.rank:
            continue
        outcome = (own.rank < theirs.rank) - (own.rank > theirs.rank)
        meetings.append(Meeting(row.match, row.finished_at, outcome))
    return meetings


def _team_of(row: LogRow, player: int) -> Team | None:
    """Return the team a player was on, or None."""
    return next((team for team in row.teams if player in team.members), None)
