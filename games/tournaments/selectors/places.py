"""Read the final places of events: the points they give."""

from __future__ import annotations

from collections.abc import Iterable

from games.tournaments.models import FinalPlace
from games.tournaments.rank.season import PointsRule, event_points


def points_of(rows: Iterable[FinalPlace], rule: PointsRule) -> dict[int, int]:
    """Return the points of each entry of one event under a rule; partners have the same."""
    rows = list(rows)
    places = {row.entry: row.place for row in rows}
    return event_points(places, rule, {row.entry for row in rows if row.came})
