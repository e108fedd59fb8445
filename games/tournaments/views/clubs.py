"""What events add to a club's pages: its seasons, its ladders, its calendar feed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.clubs.access import access_club, access_club_as_director
from accounts.clubs.views.gate import club_page
from games.ratings.log import club_owner
from games.ratings.pages import ladder_cards, ladder_context
from games.tournaments.access import access_season, visible_tournaments
from games.tournaments.forms.short import SeasonForm
from games.tournaments.models import Season
from games.tournaments.refusals import refuse
from games.tournaments.selectors.clubs import season_rows, season_was_played
from games.tournaments.services.seasons import season_edit, season_open, season_take_back
from games.tournaments.show.calendar import as_calendar, lately_and_coming, user_of
from games.tournaments.views.gate import event_page, event_post


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


@event_page
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a club's ranking in a season, and the season's rules."""
    found, access = access_season(request.user, pk)
    events = found.tournaments.exclude(phase="draft").order_by("finished_at", "created_at")
    seasons = list(found.club.seasons.all())
    context = {
        "season": found,
        "club": found.club,
        "access": access,
        "rows": season_rows(found),
        "events": events,
        "seasons": seasons,
        "before": next((one for one in seasons if one.pk < found.pk), None),
        "may_go": access.is_director and found.is_open and not season_was_played(found),
        "form": SeasonForm(initial={"name": found.name, "best_of": found.best_of}),
        "nav": "clubs",
    }
    return render(request, "tournaments/season.html", context)


@event_post
def season_begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a club's season; `ends` is the running one that the page showed."""
    club = access_club_as_director(request.user, slug).club
    asked, ends = _posted(request), request.POST.get("ends", "")
    if ends and not ends.isdecimal():
        raise refuse("bad_season")
    shown = int(ends[:18]) if ends else None
    begun = season_open(club=club, actor=request.user, ends=shown, **asked)
    return redirect("tournaments:season", pk=begun.pk)


@event_post
def season_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a season's name and how many results count."""
    season_edit(season=_season_as_director(request, pk), actor=request.user, **_posted(request))
    return redirect("tournaments:season", pk=pk)


@event_post
def season_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back a season that was begun by mistake."""
    found = _season_as_director(request, pk)
    season_take_back(season=found, actor=request.user)
    messages.success(request, _("Season undone."))
    return redirect("clubs:home", slug=found.club.slug)


def _season_as_director(request: HttpRequest, pk: int) -> Season:
    """Return a season to a director of its club; refuses everybody else."""
    found = access_season(request.user, pk)[0]
    access_club_as_director(request.user, found.club.slug)
    return found


def _posted(request: HttpRequest) -> dict[str, Any]:
    """Return the name and the number of results that count."""
    form = SeasonForm(request.POST)
    if not form.is_valid() or "\0" in request.POST.get("name", ""):
        raise refuse("bad_season")
    return form.cleaned_data
