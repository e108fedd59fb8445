"""Convert stored log rows to the pure functions' types; nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast

from games.ratings.algorithm import Kind
from games.ratings.log import LadderKey, LogRow, Team, current_rows
from games.ratings.models import Ladder, RatingLog


def moment(seconds: float) -> datetime:
    """Convert UTC seconds to a datetime; the inverse of `datetime.timestamp`."""
    return datetime.fromtimestamp(seconds, UTC)


def teams_json(teams: Iterable[Team]) -> list[dict[str, Any]]:
    """Return teams as stored."""
    return [{"members": list(t.members), "rank": t.rank, "side": t.side} for t in teams]


def row_of(line: RatingLog) -> LogRow:
    """Convert a stored row to the pure functions' type."""
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
    """Return the rows that count in a ladder, in order, each as last corrected."""
    lines = RatingLog.objects.filter(ladders__contains=[str(ladder.key)]).order_by("pk")
    rows = current_rows(row_of(line) for line in lines.iterator())
    return [replace(row, supersedes=None) for row in rows]
