"""How many of an event's actions an export may reveal to the viewer."""

from __future__ import annotations

from django.utils import timezone

from games.tournaments.presenters import Shown
from games.tournaments.selectors import last_done


def told_up_to(view: Shown) -> int:
    """Return the number of the last action that is not private.

    Proposals are private, and so are the sides people played as long as replays are embargoed.
    """
    newest = view.access.state.current
    if view.access.is_director:
        return view.tournament.no
    if _holds_sides_back(view):
        return last_done(view.tournament, ["start"])
    if newest is not None and newest.phase == "proposed" and not view.access.sees_proposals:
        return last_done(view.tournament, ["start", "close_round"])
    return view.tournament.no


def _holds_sides_back(view: Shown) -> bool:
    """Tell whether results name sides of matches whose replays are still embargoed."""
    until = view.tournament.embargo_until
    if until is None or until <= timezone.now():
        return False
    tables = [table for held in view.access.state.rounds for table in held.tables]
    results = [table.result for table in tables if table.result is not None]
    return any(one.side for result in results for one in result.outcomes.values())
