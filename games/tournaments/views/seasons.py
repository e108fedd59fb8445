"""A club's seasons and series: their tables, and what directors do with them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.clubs.access import access_club_as_director
from games.tournaments.access import access_season
from games.tournaments.forms.season import SeasonForm, values_of_season
from games.tournaments.models import Season
from games.tournaments.refusals import refuse
from games.tournaments.selectors.clubs import (
    season_events,
    season_preview,
    season_rows,
    season_was_played,
)
from games.tournaments.services.seasons import (
    season_edit,
    season_open,
    season_take_back,
    series_end,
    series_open,
)
from games.tournaments.views.gate import event_page, event_post


@event_page
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a club's ranking in a season or series, and its rules."""
    found, access = access_season(request.user, pk)
    events = season_events(found).exclude(phase="draft").order_by("finished_at", "created_at")
    seasons = list(found.club.seasons.filter(is_series=found.is_series))
    context = {
        "season": found,
        "club": found.club,
        "access": access,
        "rows": season_rows(found),
        "events": events,
        "seasons": seasons,
        "before": next((one for one in seasons if one.pk < found.pk), None),
        "may_go": access.is_director and found.is_open and not season_was_played(found),
        "form": SeasonForm(initial=values_of_season(found)),
        "nav": "clubs",
    }
    return render(request, "tournaments/season.html", context)


@event_page
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a director the table as it would be under other points; nothing changes."""
    found = _season_as_director(request, pk)
    form = SeasonForm(values_of_season(found) | request.GET.dict())
    context = {"season": found, "club": found.club, "form": form, "nav": "clubs"}
    if form.is_valid():
        asked = form.cleaned_data
        rows = season_preview(found, asked["best_of"], form.rule())
        context |= {"rows": rows, "rule": form.rule()}
    part = "_season_preview" if getattr(request, "htmx", False) else "season_preview"
    return render(request, f"tournaments/{part}.html", context)


@event_post
def season_begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a club's season; `ends` is the running one that the page showed."""
    club = access_club_as_director(request.user, slug).club
    form, ends = _posted(request), request.POST.get("ends", "")
    if ends and not ends.isdecimal():
        raise refuse("bad_season")
    shown = int(ends[:18]) if ends else None
    begun = season_open(club=club, actor=request.user, ends=shown, **form.about())
    return redirect("tournaments:season", pk=begun.pk)


@event_post
def series_begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a series of a club."""
    club, form = access_club_as_director(request.user, slug).club, _posted(request)
    begun = series_open(club=club, actor=request.user, rule=form.rule(), **form.about())
    return redirect("tournaments:season", pk=begun.pk)


@event_post
def season_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a season's name, how many results count, and how places give points."""
    found, form = _season_as_director(request, pk), _posted(request)
    rule = form.rule() if "points" in request.POST else None
    season_edit(season=found, actor=request.user, rule=rule, **form.about())
    messages.success(request, _("Saved."))
    return redirect("tournaments:season", pk=pk)


@event_post
def season_end(request: HttpRequest, pk: int) -> HttpResponse:
    """End a series, or let it go on."""
    is_open = request.POST.get("on") == "yes"
    series_end(series=_season_as_director(request, pk), actor=request.user, is_open=is_open)
    return redirect("tournaments:season", pk=pk)


@event_post
def season_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back a season or series that was begun by mistake."""
    found = _season_as_director(request, pk)
    season_take_back(season=found, actor=request.user)
    is_series = found.is_series
    messages.success(request, _("Series deleted.") if is_series else _("Season undone."))
    return redirect("clubs:home", slug=found.club.slug)


def _season_as_director(request: HttpRequest, pk: int) -> Season:
    """Return a season to a director of its club; refuses everybody else."""
    found = access_season(request.user, pk)[0]
    access_club_as_director(request.user, found.club.slug)
    return found


def _posted(request: HttpRequest) -> SeasonForm:
    """Return the filled-in form of a season; refuses one that is not right."""
    form = SeasonForm(request.POST)
    if not form.is_valid() or "\0" in request.POST.get("name", ""):
        raise refuse("bad_points" if {"points", "attendance"} & set(form.errors) else "bad_season")
    return form
