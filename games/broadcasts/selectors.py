"""Read what sockets push to those who watch, and which pages show something older."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q
from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts.clubs.models import Club
from games.broadcasts.access import ShowAccess
from games.broadcasts.models import Broadcast, Show
from games.broadcasts.presenters import air_context
from games.matches.rendering import Rendered
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.selectors.clubs import OVER
from games.websockets.threads import Shared

NEWEST = 5
"""How many broadcasts and events a club's page lists."""


def render_air(access: ShowAccess, shared: Shared) -> Rendered:
    """Return what stands beside the table, to push to one person.

    `shared` keeps it for the others to whom it is pushed: it differs by the commentators they hear.
    """
    heard = tuple(one.pk for one in access.heard)
    key = get_language(), access.show.revision, heard
    if key not in shared:
        html = render_to_string("broadcasts/_air.html", {**air_context(access), "oob": True})
        shared[key] = Rendered(access.show.revision, "", html)
    rendered: Rendered = shared[key]
    return rendered


def broadcasts_of(club: Club) -> list[Broadcast]:
    """Return a club's newest broadcasts: those that go on, and those of which something is left."""
    found = Broadcast.objects.filter(tournament__club=club).exclude(tournament__phase="draft")
    is_left = Q(ended_at=None) | Exists(Show.objects.filter(broadcast=OuterRef("pk")))
    return list(found.filter(is_left).select_related("tournament")[:NEWEST])


def events_to_broadcast(club: Club) -> list[Tournament]:
    """Return a club's newest events that could be broadcast and aren't."""
    events = Tournament.objects.filter(club=club).exclude(phase__in=OVER)
    going = Broadcast.objects.filter(tournament=OuterRef("pk"), ended_at=None)
    return list(events.filter(~Exists(going)).order_by("-created_at")[:NEWEST])


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
