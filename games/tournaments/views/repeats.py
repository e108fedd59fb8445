"""The button that holds an event again."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.tournaments.access import access_as_director
from games.tournaments.services.repeat import tournament_repeat
from games.tournaments.views.actions import posted_text
from games.tournaments.views.gate import event_post

MOST_IN_A_ZONE = 60


@event_post
def repeat(request: HttpRequest, code: str) -> HttpResponse:
    """Make the next event; its time of day is that of the director's time zone."""
    access = access_as_director(request.user, code)
    made = tournament_repeat(
        tournament=access.tournament,
        actor=request.user,
        zone=zone_named(posted_text(request, "zone", MOST_IN_A_ZONE)) or ZoneInfo("UTC"),
        with_entrants=request.POST.get("entrants") == "on",
        request_id=posted_text(request, "request_id", 40),
    )
    messages.success(request, _("The next event is ready. Check its date, then open registration."))
    return redirect("tournaments:console", code=made.code)


def zone_named(name: str) -> ZoneInfo | None:
    """Return a time zone by its name, such as “Europe/Dublin”; None if there is no such zone."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return None
