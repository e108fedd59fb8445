"""Shared by all views of leagues: 404 for an invisible one, sentences for refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from accounts.clubs.access import ClubAccess
from accounts.clubs.views.gate import View, club_counted
from games.leagues.access import access_league
from games.leagues.models import League
from games.tournaments.views.gate import event_page, handle_refusals

Page = Callable[[HttpRequest, League, ClubAccess], HttpResponse]
Action = Callable[[HttpRequest, League], None]


def league_view(view: Page) -> View:
    """Make a page of a league, for whoever may see it."""

    @wraps(view)
    def page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        return view(request, *access_league(request.user, slug, pk))

    return event_page(page)


def league_form(view: View) -> View:
    """Make a form's page for signed-in people; its POSTs are rate-limited."""
    return require_http_methods(["GET", "POST"])(
        login_required(club_counted(handle_refusals(view)))
    )


def league_post(action: Action) -> View:
    """Make a rate-limited POST for signed-in people who may see the league; then show the league.

    The action's service decides whether they may do it.
    """

    @wraps(action)
    def post(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        league, _ = access_league(request.user, slug, pk)
        action(request, league)
        return redirect("leagues:league", slug=slug, pk=pk)

    return require_POST(login_required(club_counted(handle_refusals(post))))
