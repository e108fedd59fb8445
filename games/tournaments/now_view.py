"""A running event on its first page: the current round, and the leaders."""

from __future__ import annotations

from typing import Any

from games.tournaments.config import ELIMINATIONS
from games.tournaments.presenters import Shown, links_of, newest_games, round_of
from games.tournaments.standings_view import places

TABLES = 8
LEADERS = 5


def now_context(view: Shown) -> dict[str, Any]:
    """Return the latest public round and the leaders; empty unless the event is running.

    Include only the round's running tables, and of the standings only the leaders and the viewer.
    """
    held = next((one for one in reversed(view.state.rounds) if one.phase != "proposed"), None)
    if held is None or view.state.phase != "running":
        return {}
    if view.state.config.format == "arena":
        held, _ = newest_games(held)
    now = round_of(view, held, links_of(view.tournament, held.number, held.tables))
    playing = [table for table in now["tables"] if table["status"] != "done"]
    return {"round": now, "playing": playing[:TABLES], "leaders": _leaders(view)}


def _leaders(view: Shown) -> list[dict[str, Any]]:
    """Return the leaders, and the viewer's own line; empty for a knockout."""
    if view.state.config.format in ELIMINATIONS:
        return []
    return [one for at, one in enumerate(places(view)) if at < LEADERS or one["is_me"]]
