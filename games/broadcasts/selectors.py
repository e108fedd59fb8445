"""Read what sockets push to those who watch, and which pages show something older."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.template.loader import render_to_string

from games.broadcasts.access import access_show
from games.broadcasts.models import Broadcast, Show
from games.broadcasts.presenters import air_context
from games.matches.rendering import Rendered
from games.tournaments.models import TournamentTable


def render_air(user: Any, code: str, match: str) -> Rendered:
    """Return what stands beside the table, to push to one person; raises as `access_show`."""
    access = access_show(user, code, match)
    html = render_to_string("broadcasts/_air.html", {**air_context(access), "oob": True})
    return Rendered(access.show.revision, "", html)


def broadcast_of(link: TournamentTable) -> Broadcast | None:
    """Return the broadcast in which an event's table is or will be shown, for its players."""
    shown = Show.objects.filter(match=link.match_id).select_related("broadcast").first()
    if shown is not None:
        return shown.broadcast
    going = link.tournament.broadcasts.filter(ended_at=None, started_at__lte=link.created_at)
    return going.first()


def revisions_of(matches: Collection[str]) -> dict[str, int]:
    """Return the revision of each match's show."""
    shows = Show.objects.filter(match__code__in=matches)
    return dict(shows.values_list("match__code", "revision"))
