"""A club's events as a calendar feed."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from accounts.clubs.access import access_club
from games.tournaments.access import visible_tournaments
from games.tournaments.calendar import calendar, lately_and_coming, user_of
from games.tournaments.models import Tournament
from games.tournaments.views.gate import event_page


@event_page
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with a club's events, as far as the address's owner may see them."""
    key = request.GET.get("for")
    user = request.user if key is None else user_of(key, slug)
    club = access_club(user, slug).club
    events = visible_tournaments(user).filter(club=club)
    return as_calendar(request, club.name, lately_and_coming(events, timezone.now()))


def as_calendar(request: HttpRequest, name: str, events: Iterable[Tournament]) -> HttpResponse:
    """Return events as a calendar file called `name`."""
    pages = {
        request.build_absolute_uri(reverse("tournaments:overview", args=[event.code])): event
        for event in events
    }
    text = calendar(name, pages, timezone.now())
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")
