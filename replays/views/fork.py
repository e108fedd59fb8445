"""Play on from a position, or play the same deal: both lead to a new table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.numbers import whole_number
from accounts.throttle import throttle
from games.matches.models import Match
from replays.access import ReplayAccess, access_finished
from replays.address import read_ply
from replays.refusals import refuse
from replays.selectors import match_timeline
from replays.services.fork import fork_play_on, fork_same_deal
from replays.timeline import Timeline
from replays.views.answers import replay_post

FORKS_A_MINUTE = 6
Forking = Callable[[HttpRequest, ReplayAccess, Timeline], Match]


def forking(view: Forking) -> Callable[..., HttpResponse]:
    """Wrap a POST that begins a practice match; redirect to its table."""

    @wraps(view)
    def post(request: HttpRequest, code: str) -> HttpResponse:
        access = access_finished(request.user, code)
        throttle(request, "fork", limit=FORKS_A_MINUTE, seconds=60)
        match = view(request, access, match_timeline(access.match, access.seats))
        return redirect("matches:match", code=match.code)

    return replay_post(post)


@forking
def play_on(request: HttpRequest, access: ReplayAccess, timeline: Timeline) -> Match:
    """Play on from `ply` in `seat`."""
    ply, seat = read_ply(request.POST, timeline.last), _seat(request)
    return fork_play_on(
        source=access.match, timeline=timeline, ply=ply, seat=seat, user=request.user
    )


@forking
def play_again(request: HttpRequest, access: ReplayAccess, timeline: Timeline) -> Match:
    """Play the same deal in `seat` from the beginning."""
    return fork_same_deal(
        source=access.match, timeline=timeline, seat=_seat(request), user=request.user
    )


def _seat(request: HttpRequest) -> int:
    """Return the requested seat, refusing anything but a seat number."""
    seat = whole_number(request.POST.get("seat", ""), digits=2)
    if seat is None:
        raise refuse("no_such_thing")
    return seat
