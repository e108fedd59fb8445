"""Who may say “this is me” in an event that was imported from a file, and who has said so."""

from __future__ import annotations

from typing import Any

from games.tournaments.show.event import EventView


def may_claim(view: EventView) -> bool:
    """Tell whether the viewer may take over an entry: members of the club that imported it."""
    club = view.access.club
    return bool(view.tournament.imported) and club is not None and club.is_member


def imported_context(view: EventView) -> dict[str, Any]:
    """Return the entries that a member may take over, and those that the viewer may give back."""
    if not may_claim(view):
        return {}
    entries = [one for one in view.state.listed() if not one.is_bot]
    free = [one for one in entries if one.unclaimed] if view.own is None else []
    is_director = view.access.club is not None and view.access.club.is_director
    taken = [one for one in entries if one.claims and any(user > 0 for user in one.players)]
    return {
        "claimable": [(one.number, view.names[one.number]) for one in free],
        "claimed": [
            (one.number, view.names[one.number])
            for one in taken
            if is_director or one.number == view.own
        ],
    }
