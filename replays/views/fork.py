"""Play on from a position, or play the same deal: both lead to a new table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.numbers import whole_number
from accounts.throttle import throttle
from games.engine.contract import Refusal
from games.matches.models import Match
from replays.access import ReplayAccess, ReplayNotFound, access_finished
from replays.place import read_ply
from replays.refusals import refuse
from replays.selectors import match_timeline
from replays.services.fork import fork_play_on, fork_same_deal
from replays.timeline import Timeline
from replays.views.answers import refusal_page

FORKS_A_MINUTE = 6
Forking = Callable[[HttpRequest, ReplayAccess, Timeline], Match]


def forking(view: Forking) -> Callable[..., HttpResponse]:
    """Wrap a POST that begins a practice match; redirect to its table."""

    @wraps(view)
    def post(request: HttpRequest, code: str) -> HttpResponse:
        try:
            access = access_finished(request.user, code)
            throttle(request, "fork", limit=FORKS_A_MINUTE, seconds=60)
            match = view(request, access, match_timeline(access.match, access.seats))
        except ReplayNotFound:
            raise Http404 from None
        except Refusal as refusal:
            return refusal_page(request, refusal)
        return redirect("matches:match", code=match.code)

    return never_cache(require_POST(login_required(post)))


@forking
def play_on(request: HttpRequest, access: ReplayAccess, timeline: Timeline) -> Match:
    """Play on from `ply` in `seat`."""
    ply = read_ply(request.POST, timeline.last)
    wanted: dict[str, Any] = {"ply": ply, "seat": _seat(request), "user": request.user}
    return fork_play_on(source=access.match, timeline=timeline, **wanted)


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
