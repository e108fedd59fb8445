"""The pages: a club's leagues, one league, a past season, the next one, the settings."""

from __future__ import annotations

from copy import copy
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.clubs.access import ClubAccess, access_club, access_club_as_director
from accounts.clubs.views.gate import say, settings_page
from accounts.numbers import whole_number
from games.leagues.access import access_league
from games.leagues.forms import LIVE, LeagueForm, StartForm
from games.leagues.models import League
from games.leagues.refusals import refuse
from games.leagues.selectors.listing import leagues_listed
from games.leagues.selectors.page import (
    league_page,
    past_season,
    plan_shown,
)
from games.leagues.selectors.plan import fewest_players, latest_season
from games.leagues.selectors.standing import standings_of
from games.leagues.services.events import EVENING, days_to_come
from games.leagues.services.league import league_create, league_edit
from games.leagues.services.season import season_begin
from games.leagues.views.gate import league_form, league_view
from games.registry import UnknownGame, all_rules, current_rules
from games.tournaments.selectors.clubs import OVER
from games.tournaments.views.gate import event_page

FORM = {"template": "leagues/form.html", "then": "leagues:league"}


@event_page
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """List a club's leagues; its directors choose a game for a new one."""
    access = access_club(request.user, slug)
    games = list(all_rules().values()) if access.is_director else []
    context = _context(access, leagues=leagues_listed(access.club), games=games)
    return render(request, "leagues/index.html", context)


@league_view
def league(request: HttpRequest, found: League, access: ClubAccess) -> HttpResponse:
    """Show a league: one's own next match, then the divisions."""
    shown = league_page(found, request.user)
    others = found.club.memberships.exclude(user__league_memberships__league=found)
    names = others.filter(user__is_active=True).values_list("user__username", flat=True)
    context = _context(
        access,
        league=found,
        come_days=days_to_come(found),
        evening=EVENING,
        not_in=list(names.order_by("user__username")) if access.is_director else [],
        members=found.members.select_related("user") if access.is_director else [],
        **shown,
    )
    return render(request, "leagues/league.html", context)


@event_page
def season(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show the divisions of a closed season; the running one is on the league's page."""
    found, access = access_league(request.user, slug, pk)
    past = found.seasons.filter(number=number).select_related("final").first()
    if past is None:
        raise Http404
    if past.closed_at is None:
        return redirect("leagues:league", slug=slug, pk=pk)
    divisions = past_season(past, request.user)
    context = _context(access, league=found, season=past, divisions=divisions, final=past.final)
    return render(request, "leagues/season.html", context)


@league_form
def plan(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show who moves and why in the next season, and begin it; directors only."""
    found, access = access_league(request.user, slug, pk)
    access.as_director()
    if not found.is_open:
        raise refuse("closed")
    form = StartForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        after = whole_number(request.POST.get("after", ""), digits=5)
        begun = season_begin(
            league=found,
            actor=request.user,
            after=-1 if after is None else after,
            starts_at=form.cleaned_data["starts_at"],
        )
        say(request, _("Season %(number)s has started.") % {"number": begun.number})
        return redirect("leagues:league", slug=slug, pk=pk)
    last = latest_season(found)
    events = [] if last is None else [*(one.event for one in standings_of(found, last)), last.final]
    divisions = plan_shown(found)
    context = _context(
        access,
        league=found,
        form=form,
        last=last,
        divisions=divisions,
        is_playing=any(one is not None and one.phase not in OVER for one in events),
        final_open=bool(last and found.finalists and last.closed_at is None and last.final is None),
        too_few=sum(map(len, divisions)) < fewest_players(found),
        fewest=fewest_players(found),
    )
    return render(request, "leagues/plan.html", context, status=422 if form.errors else 200)


@league_form
def new(request: HttpRequest, slug: str, game: str) -> HttpResponse:
    """Open a league of a game; directors only. `evenings` asks for a form filled for evenings."""
    access = access_club_as_director(request.user, slug)
    try:
        rules = current_rules(game)
    except UnknownGame:
        raise Http404 from None
    filled = LIVE if "evenings" in request.GET else {}
    posted = request.POST if request.method == "POST" else None
    form = LeagueForm(rules, posted, initial={**filled, "length": "usual"})

    def save() -> League:
        return league_create(club=access.club, actor=request.user, game=game, **form.cleaned_data)

    return settings_page(request, access, form, save, **FORM, rules=rules)


@league_form
def settings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a league's settings; directors only."""
    found, access = access_league(request.user, slug, pk)
    access.as_director()
    shown = copy(found)  # a refused form still writes its input into its instance
    rules = current_rules(found.game)
    form = LeagueForm(rules, request.POST if request.method == "POST" else None, instance=shown)

    def save() -> League:
        league_edit(league=found, actor=request.user, **form.cleaned_data)
        return found

    return settings_page(request, access, form, save, **FORM, league=found, rules=rules)


def _context(access: ClubAccess, **context: Any) -> dict[str, Any]:
    return {"access": access, "club": access.club, "nav": "clubs", **context}
