"""Head-to-head records: the matches in which two people were opponents. Reads only.

Based on the log of finished matches, rated or not, as far as the viewer may find them. Partners are
not opponents, nor are sides of equal rank if other sides rank differently.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.matches.history import finished_for
from games.ratings.log import LogRow
from games.ratings.rows import row_of
from games.ratings.selectors import ladder_title, meetings_of
from games.ratings.versus import head_to_head

WON, TIED, LOST = 1, 0, -1
MOST = 1000
"""Limits the page's cost for two people with thousands of matches."""


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

    code: str
    finished_at: datetime | None
    rated: bool
    title: str
    outcome: int


@dataclass(frozen=True)
class Encounters:
    """The matches of the two, newest first, and whether older ones were left out."""

    met: list[Encounter]
    is_cut: bool


def encounters(one: Any, other: Any, viewer: Any, most: int = MOST) -> Encounters:
    """Return the newest matches, visible to the viewer, in which the two were opponents."""
    both = meetings_of(one.pk, other.pk)
    found = finished_for(viewer).filter(code__in=both.values("match"))
    newest = found.order_by("-finished_at", "-pk").values_list("code", "finished_at", "rated")
    shown = list(newest[: most + 1])
    lines = {line.match: line for line in both.filter(match__in=[row[0] for row in shown[:most]])}
    rows = [_counted(row_of(line)) for line in lines.values()]
    outcomes = {met.match: met.outcome for met in head_to_head(rows, one.pk, other.pk)}
    met = [
        Encounter(*row, ladder_title(lines[row[0]].game, lines[row[0]].mode), outcomes[row[0]])
        for row in shown[:most]
        if row[0] in outcomes
    ]
    return Encounters(met, len(shown) > most)


def _counted(row: LogRow) -> LogRow:
    """Return a row as if it were rated and its match's first, because casual matches count here."""
    return replace(row, rated=True, supersedes=None)


def tallies(met: list[Encounter]) -> list[Tally]:
    """Return the matches' totals per ladder, the most played first."""
    counted = Counter((one.title, one.outcome) for one in met)
    played = Counter(one.title for one in met)
    return [
        Tally(title, counted[title, WON], counted[title, TIED], counted[title, LOST])
        for title, _ in played.most_common()
    ]
