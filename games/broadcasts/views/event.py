"""An event's tab about its broadcast, which its players may read, and the directors' buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.numbers import whole_number
from games.broadcasts.access import is_kept_out
from games.broadcasts.models import Broadcast
from games.broadcasts.services.broadcast import (
    broadcast_end,
    broadcast_start,
    commentator_dismiss,
    commentator_name,
)
from games.tournaments.access import TournamentAccess, access_as_director, access_tournament
from games.tournaments.selectors.clubs import OVER
from games.tournaments.show.event import event_context, event_view
from games.tournaments.views.gate import View, event_page, event_post

USUAL_MINUTES = 30


@event_page
def event(request: HttpRequest, code: str) -> HttpResponse:
    """Say whether the event is broadcast, how much later and by whom; nothing of any match."""
    access = access_tournament(request.user, code)
    broadcasts = list(access.tournament.broadcasts.prefetch_related("commentators__user"))
    context = {
        **event_context(event_view(access), "broadcast"),
        "broadcasts": broadcasts,
        "going": next((one for one in broadcasts if one.ended_at is None), None),
        "kept_out": is_kept_out(access),
        "may_start": access.is_director and access.tournament.phase not in OVER,
        "usual": ("rounds", 1) if access.state.config.duplicate else ("minutes", USUAL_MINUTES),
        "delays": Broadcast.Delay.choices,
    }
    return render(request, "broadcasts/event.html", context)


def directing(deed: Callable[[HttpRequest, TournamentAccess], object]) -> View:
    """Make a POST for the event's directors; then show the tab."""

    @wraps(deed)
    def post(request: HttpRequest, code: str) -> HttpResponse:
        deed(request, access_as_director(request.user, code))
        return redirect("broadcasts:event", code)

    return event_post(post)


@directing
def start(request: HttpRequest, access: TournamentAccess) -> None:
    """Broadcast the tables that open from now on."""
    broadcast_start(
        code=access.tournament.code,
        actor=request.user,
        delay=request.POST.get("delay", ""),
        amount=whole_number(request.POST.get("amount", ""), digits=4),
    )


@directing
def end(request: HttpRequest, access: TournamentAccess) -> None:
    """End the broadcast."""
    broadcast_end(tournament=access.tournament)


@directing
def name(request: HttpRequest, access: TournamentAccess) -> None:
    """Make the person called `username` a commentator."""
    username = request.POST.get("username", "")
    commentator_name(tournament=access.tournament, username=username)


@directing
def dismiss(request: HttpRequest, access: TournamentAccess) -> None:
    """Make the person with the id `user` a commentator no longer."""
    user = whole_number(request.POST.get("user", ""), digits=9)
    commentator_dismiss(tournament=access.tournament, user=user)
