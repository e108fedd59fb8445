"""Two people against each other: the matches in which they were opponents. Reads only.

From the log of finished matches, rated or not, as far as the viewer may find them. Partners, and
sides of equal rank where sides differ, are no opponents.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from games.matches.history import finished_for
from games.matches.models import Match
from games.ratings.log import LogRow
from games.ratings.rows import row_of
from games.ratings.selectors import ladder_title, meetings_of
from games.ratings.versus import Meeting, head_to_head

WON, TIED, LOST = 1, 0, -1


@dataclass(frozen=True)
class Tally:
    """How often the first of two people won, tied and lost on one ladder."""

    title: str
    won: int
    tied: int
    lost: int


@dataclass(frozen=True)
class Encounter:
    """One match of the two, for the first of them."""

    match: Match
    title: str
    outcome: int


def encounters(one: Any, other: Any, viewer: Any) -> list[Encounter]:
    """Return the matches in which the two were opponents, newest first."""
    lines = {line.match: line for line in meetings_of(one.pk, other.pk)}
    rows = [_counted(row_of(line)) for line in lines.values()]
    meetings = {meeting.match: meeting for meeting in head_to_head(rows, one.pk, other.pk)}
    matches = finished_for(viewer).filter(code__in=meetings).order_by("-finished_at", "-pk")
    return [
        _encounter(match, ladder_title(lines[match.code].game, lines[match.code].mode), meetings)
        for match in matches
    ]


def _counted(row: LogRow) -> LogRow:
    """Return a row as if it were rated and the first of its match: here casual matches count."""
    return replace(row, rated=True, supersedes=None)


def _encounter(match: Match, title: str, meetings: dict[str, Meeting]) -> Encounter:
    return Encounter(match, title, meetings[match.code].outcome)


def tallies(met: list[Encounter]) -> list[Tally]:
    """Return the sums of the matches, a line for each ladder, the most played first."""
    counted = Counter((one.title, one.outcome) for one in met)
    played = Counter(one.title for one in met)
    return [
        Tally(title, counted[title, WON], counted[title, TIED], counted[title, LOST])
        for title, _ in played.most_common()
    ]
