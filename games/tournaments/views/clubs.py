"""What events add to a club's pages: its ladders, its calendar feed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from accounts.clubs.access import access_club
from accounts.clubs.views.gate import club_page
from games.ratings.log import club_owner
from games.ratings.pages import ladder_cards, ladder_context
from games.tournaments.access import visible_tournaments
from games.tournaments.show.calendar import as_calendar, lately_and_coming, user_of
from games.tournaments.views.gate import event_page


@event_page
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with a club's events, as far as the address's owner may see them."""
    key = request.GET.get("for")
    user = request.user if key is None else user_of(key, slug)
    club = access_club(user, slug).club
    events = visible_tournaments(user).filter(club=club)
    return as_calendar(request, club.name, lately_and_coming(events, timezone.now()))


@require_GET
@club_page
def club_ladders(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every ladder of a club with its leaders."""
    access = access_club(request.user, slug)
    owner = club_owner(access.club.pk)
    ladders = ladder_cards(owner, lambda name: reverse("club_events:ladder", args=[slug, name]))
    context = {"access": access, "club": access.club, "ladders": ladders, "nav": "clubs"}
    return render(request, "clubs/ladders.html", context)


@require_GET
@club_page
def club_ladder(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show one ladder of a club, all-time or for one of its seasons."""
    access = access_club(request.user, slug)
    names = {season.ladder_key: season.name for season in access.club.seasons.all()}
    context = ladder_context(
        request,
        owner=club_owner(access.club.pk),
        name=name,
        season_label=lambda key: names.get(key, key),
    )
    context |= {"access": access, "club": access.club, "nav": "clubs"}
    return render(request, "clubs/ladder.html", context)
