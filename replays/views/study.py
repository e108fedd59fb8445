"""Study rooms: the page, and the POSTs of its leader and members."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.numbers import whole_number
from accounts.throttle import throttle
from replays.access import ReplayAccess
from replays.address import Address
from replays.refusals import refuse
from replays.selectors import match_timeline
from replays.services import study as service
from replays.study import StudyAccess, access_study, study_context
from replays.views.answers import page_or_fragment, replay_page, replay_post
from replays.views.show import match_address, match_context
from replays.views.talk import writing

STEPS_A_MINUTE = 300
Leading = Callable[[HttpRequest, StudyAccess], None]


@writing("share")
def study_begin(request: HttpRequest, access: ReplayAccess, address: Address) -> str:
    """Open a room at the position and redirect there."""
    study = service.study_open(
        match=access.match, user=request.user, ply=address.ply, eyes=address.eyes
    )
    return address.at(base=reverse("replays:study", args=[study.code]), tour="")


@replay_page
@require_safe
def study_show(request: HttpRequest, code: str) -> HttpResponse:
    """Show the room at `?ply=`, or where its leader is."""
    access = access_study(request.user, code)
    query: dict[str, Any] = request.GET.dict()
    if "ply" not in query:
        query |= {"ply": str(access.study.ply), "as": access.study.eyes}
    context = match_context(request.user, access.replay, query, access.base)
    context |= study_context(access, request.user)
    context["heartbeat_seconds"] = settings.HEARTBEAT_SECONDS
    return page_or_fragment(request, "replays/study.html", "replays/_position.html", context)


def leading(view: Leading) -> Callable[..., HttpResponse]:
    """Wrap a POST from a room; scripts get an empty answer, forms a redirect to the room."""

    @wraps(view)
    def post(request: HttpRequest, code: str) -> HttpResponse:
        access = access_study(request.user, code)
        throttle(request, "lead", limit=STEPS_A_MINUTE, seconds=60)
        view(request, access)
        if request.headers.get("HX-Request"):
            return HttpResponse(status=204)
        return redirect(access.base)

    return replay_post(post)


@leading
def study_lead(request: HttpRequest, access: StudyAccess) -> None:
    """Lead everybody to `ply`, from the viewpoint `as`."""
    replay = access.replay
    timeline = match_timeline(replay.match, replay.seats)
    address, _ = match_address(replay, timeline, request.POST, access.base)
    service.study_lead(
        code=access.study.code, user=request.user, ply=address.ply, eyes=address.eyes
    )


@leading
def study_hand_over(request: HttpRequest, access: StudyAccess) -> None:
    """Let the person `to` lead."""
    to = whole_number(request.POST.get("to", ""), digits=10)
    if to is None:
        raise refuse("not_here")
    service.study_hand_over(code=access.study.code, user=request.user, to=to)


@leading
def study_take(request: HttpRequest, access: StudyAccess) -> None:
    """Take over a room whose leader has gone."""
    service.study_take(code=access.study.code, user=request.user)
