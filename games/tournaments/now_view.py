"""What an event's first page tells of a running event: the round that is played, and who leads."""

from __future__ import annotations

from typing import Any

from games.tournaments.config import ELIMINATIONS
from games.tournaments.presenters import Shown, links_of, newest_games, round_of
from games.tournaments.standings_view import places

TABLES = 8
LEADERS = 5


def now_context(view: Shown) -> dict[str, Any]:
    """Return the newest public round and who leads; nothing of an event that does not run.

    Of the round's tables those that still play, of the standings the first and the viewer's own.
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
    """Return the first of the standings, and the viewer's own; of a knockout nobody."""
    if view.state.config.format in ELIMINATIONS:
        return []
    return [one for at, one in enumerate(places(view)) if at < LEADERS or one["is_me"]]
