"""Shared by all views of challenge ladders: 404 for an invisible one, sentences for refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.clubs.access import ClubAccess
from accounts.clubs.views.gate import View, club_counted, club_page
from accounts.numbers import whole_number
from games.challenges.access import access_ladder
from games.challenges.models import ChallengeLadder
from games.challenges.refusals import refuse

Page = Callable[[HttpRequest, ChallengeLadder, ClubAccess], HttpResponse]
Action = Callable[[HttpRequest, ChallengeLadder], None]


def ladder_view(view: Page) -> View:
    """Make a page of a ladder, for whoever may see it."""

    @wraps(view)
    def page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        return view(request, *access_ladder(request.user, slug, pk))

    return require_GET(never_cache(club_page(page)))


def ladder_post(action: Action) -> View:
    """Make a rate-limited POST for signed-in people who may see the ladder; then show the ladder.

    The action's service decides whether they may do it.
    """

    @wraps(action)
    def post(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        ladder, _ = access_ladder(request.user, slug, pk)
        action(request, ladder)
        return redirect("challenges:ladder", slug=slug, pk=pk)

    return require_POST(login_required(club_counted(club_page(post))))


def posted(request: HttpRequest, key: str, refusal: str) -> int:
    """Return a posted number; refuse anything else."""
    number = whole_number(request.POST.get(key, ""), digits=15)
    if number is None:
        raise refuse(refusal)
    return number
