"""Directors' announcements as an event's page shows them: the latest open, the rest folded."""

from __future__ import annotations

from typing import Any

from games.tournaments.models import DirectorAction
from games.tournaments.presenters import Shown

SHOWN = 10


def announced_context(view: Shown) -> dict[str, Any]:
    """Return the current announcements, latest first; skip the query if there are none.

    The latest is not folded as long as the event goes on.
    """
    numbers = view.state.announcements[-SHOWN:]
    if not numbers:
        return {}
    rows = DirectorAction.objects.filter(tournament=view.tournament, no__in=numbers)
    told = [
        {"no": row.no, "text": row.payload["text"], "who": row.actor, "at": row.at}
        for row in rows.select_related("actor").order_by("-no")
    ]
    is_over = view.state.phase in ("finished", "archived")
    return {
        "announced": told,
        "announced_fresh": None if is_over else told[0],
        "announced_folded": told if is_over else told[1:],
    }
