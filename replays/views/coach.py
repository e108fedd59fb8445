"""A person's own coach: their habits over many matches, and their last matches in one press."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.throttle import throttle
from replays.coached import coached_context
from replays.services.analysis import analyses_ask
from replays.views.answers import replay_page, replay_post
from replays.views.talk import WRITES_A_MINUTE


@replay_page
@login_required
@require_safe
def coach_show(request: HttpRequest) -> HttpResponse:
    """Show the habits that the coached matches of whoever asks have in common."""
    context = {**coached_context(request.user), "nav": "replays"}
    return render(request, "replays/coach.html", context)


@replay_post
def coach_ask(request: HttpRequest) -> HttpResponse:
    """Queue the last matches of the `game` for the coach."""
    throttle(request, "write", limit=WRITES_A_MINUTE, seconds=60)
    analyses_ask(user=request.user, game=request.POST.get("game", "")[:40])
    return redirect("replays:coach")
