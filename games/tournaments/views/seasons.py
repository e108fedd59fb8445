"""A club's seasons: view one, begin, change and take back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.clubs.access import access_club_as_director
from games.tournaments.access import access_season
from games.tournaments.models import Season
from games.tournaments.refusals import refuse
from games.tournaments.season_table import season_rows, season_was_played
from games.tournaments.services.seasons import season_edit, season_open, season_take_back
from games.tournaments.short_forms import SeasonForm
from games.tournaments.views.gate import event_page, event_post


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
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a club's season; `ends` is the running one that the page showed."""
    club = access_club_as_director(request.user, slug).club
    asked, ends = _posted(request), request.POST.get("ends", "")
    if ends and not ends.isdecimal():
        raise refuse("bad_season")
    shown = int(ends[:18]) if ends else None
    begun = season_open(club=club, actor=request.user, ends=shown, **asked)
    return redirect("tournaments:season", pk=begun.pk)


@event_post
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a season's name and how many results count."""
    season_edit(season=_as_director(request, pk), actor=request.user, **_posted(request))
    return redirect("tournaments:season", pk=pk)


@event_post
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back a season that was begun by mistake."""
    found = _as_director(request, pk)
    season_take_back(season=found, actor=request.user)
    messages.success(request, _("The season is taken back."))
    return redirect("clubs:home", slug=found.club.slug)


def _as_director(request: HttpRequest, pk: int) -> Season:
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
