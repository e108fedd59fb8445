"""What an event's first page tells a player about themselves in its latest round."""

from __future__ import annotations

from typing import Any

from games.tournaments.director.state import Round
from games.tournaments.points import points_text
from games.tournaments.presenters import Shown, links_of, rests, table_of


def own_context(view: Shown) -> dict[str, Any]:
    """Return the viewer's table or bye, and the round they missed if they are out of the event."""
    held = view.state.current
    return {
        "own_table": None if held is None else own_table(view, held),
        "own_bye": None if held is None else own_bye(view, held),
        "own_missed": own_missed(view),
    }


def own_table(view: Shown, held: Round) -> dict[str, Any] | None:
    """Return the table where the viewer plays or is due to play."""
    table = None if view.own is None else held.table_of(view.own)
    if table is None or table.decided:
        return None
    links = links_of(view.tournament, held.number, [table])
    own = table_of(view, table, links.get(table.number))
    return own if own["playable"] else None


def own_bye(view: Shown, held: Round) -> dict[str, Any] | None:
    """Return the round and points of the viewer's bye in it, if they are still in."""
    entry = view.access.entry
    if entry is None or entry.status != "registered" or held.phase != "published":
        return None
    had = held.unplayed.get(entry.number)
    if had is None or had.kind != "pab":
        return None
    return {
        "round": held.number,
        "points": points_text(had.points),
        "rests": rests(view, had.kind),
    }


def own_missed(view: Shown) -> int | None:
    """Return the latest round if a viewer who is out did not come to its table."""
    entry = view.access.entry
    if entry is None or entry.status != "withdrawn":
        return None
    for held in reversed(view.state.rounds):
        table = held.table_of(entry.number)
        if table is not None:
            return held.number if entry.number in table.absent else None
    return None
