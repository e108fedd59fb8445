"""Between the stored log and the pure one; nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast

from games.ratings.algorithm import Kind
from games.ratings.log import LadderKey, LogRow, Team, current_rows
from games.ratings.models import Ladder, RatingLog


def moment(seconds: float) -> datetime:
    """Return the time that so many UTC seconds are; the inverse of `datetime.timestamp`."""
    return datetime.fromtimestamp(seconds, UTC)


def teams_json(teams: Iterable[Team]) -> list[dict[str, Any]]:
    """Return teams as they are stored."""
    return [{"members": list(t.members), "rank": t.rank, "side": t.side} for t in teams]


def row_of(line: RatingLog) -> LogRow:
    """Return a stored row as the pure functions take it."""
    return LogRow(
        number=line.pk,
        match=line.match,
        finished_at=line.finished_at.timestamp(),
        kind=cast(Kind, line.kind),
        teams=tuple(Team(tuple(t["members"]), t["rank"], t["side"]) for t in line.teams),
        rated=not line.why,
        supersedes=line.supersedes_id,
        void=line.void,
        ladders=tuple(LadderKey(*key.split("/")) for key in line.ladders),
        version=line.version,
    )


def settled_rows(ladder: Ladder) -> list[LogRow]:
    """Return the rows that count in a ladder, in order, each in its last correction."""
    lines = RatingLog.objects.filter(ladders__contains=[str(ladder.key)]).order_by("pk")
    rows = current_rows(row_of(line) for line in lines.iterator())
    return [replace(row, supersedes=None) for row in rows]
