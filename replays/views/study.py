"""Study rooms: their pages, and the POSTs of leaders, members and owners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.numbers import whole_number
from accounts.throttle import throttle
from replays.access import ReplayAccess
from replays.address import LAST, Address, seat_eyes
from replays.presenters import replay_context
from replays.refusals import refuse
from replays.services import study as service
from replays.services.chapters import chapter_add
from replays.study.access import StudyAccess, access_study, own_studies
from replays.study.chapters import chapter_address
from replays.study.rendering import chapter_context, study_context
from replays.study.tasks import SeenTask
from replays.views.answers import page_or_fragment, replay_page, replay_post
from replays.views.show import match_address, match_context
from replays.views.talk import writing

STEPS_A_MINUTE = 300
WRITES_A_MINUTE = 60
InRoom = Callable[..., str | None]


@writing("share")
def study_begin(request: HttpRequest, access: ReplayAccess, address: Address) -> str:
    """Open a room at the position, or add it to the room `study`, and redirect there."""
    place: dict[str, Any] = {
        "match": access.match, "user": request.user, "ply": address.ply, "eyes": address.eyes,
    }  # fmt: skip
    if code := request.POST.get("study", ""):
        return chapter_address(chapter_add(code=code, **place))
    study = service.study_open(**place)
    assert study.chapter is not None
    return address.at(base=chapter_address(study.chapter), tour="")


@replay_page
@login_required
@require_safe
def study_list(request: HttpRequest) -> HttpResponse:
    """List one's own rooms."""
    context = {"studies": own_studies(request.user), "nav": "replays"}
    return render(request, "replays/studies.html", context)


@replay_page
@require_safe
def study_show(request: HttpRequest, code: str, chapter: int | None = None) -> HttpResponse:
    """Show a chapter at `?ply=`, by default where its leader is."""
    access = access_study(request.user, code, chapter)
    context = _position(access, request.GET)
    context |= study_context(access)
    context |= chapter_context(access, context["address"].ply)
    context["heartbeat_seconds"] = settings.HEARTBEAT_SECONDS
    return page_or_fragment(request, "replays/study.html", "replays/_position.html", context)


def _position(access: StudyAccess, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of the position asked for, as far as no task hides it."""
    begin = access.begin()
    if access.hiding is not None:
        wanted = asked.get("ply", "")
        number = access.timeline.last if wanted == LAST else whole_number(wanted, digits=6)
        ply = begin.ply if number is None else number
        return _hidden_position(access, access.hiding, access.place(ply, ""))
    query = {key: str(value) for key, value in asked.items()}
    if "ply" not in query:
        query |= {"ply": str(begin.ply), "as": begin.eyes}
    return match_context(access.user, access.replay, query, access.base)


def _hidden_position(access: StudyAccess, hides: SeenTask, address: Address) -> dict[str, Any]:
    """Return the context of a position up to a task: its seat's view, and nothing beside it.

    At the task itself the table offers that seat's legal actions.
    """
    task = hides.task
    asks = address.ply == task.ply and access.user.is_authenticated
    eyes = seat_eyes(task.seat)
    context = replay_context(
        timeline=access.timeline,
        seats=access.replay.seats,
        address=address,
        eyes=eyes,
        choices=[eyes],
        controls=asks,
    )
    return {**context, "asks": asks, "is_hidden": True, "is_over": True, "nav": "replays"}


def room_post(limit: int = WRITES_A_MINUTE) -> Callable[[InRoom], Callable[..., HttpResponse]]:
    """Return a decorator for POSTs from a room by somebody who may open its chapter.

    Scripts get an empty answer, forms a redirect to the address that the view returns, or to the
    chapter.
    """

    def decorate(view: InRoom) -> Callable[..., HttpResponse]:
        @wraps(view)
        def post(
            request: HttpRequest, code: str, chapter: int | None = None, **kwargs: int
        ) -> HttpResponse:
            access = access_study(request.user, code, chapter)
            throttle(request, view.__name__, limit=limit, seconds=60)
            moved = view(request, access, **kwargs)
            if request.headers.get("HX-Request"):
                return HttpResponse(status=204)
            return redirect(moved or access.base)

        return replay_post(post)

    return decorate


def posted_place(request: HttpRequest, access: StudyAccess) -> Address:
    """Return the position that a form in the room was sent from."""
    address, _ = match_address(access.replay, access.timeline, request.POST, access.base)
    return address


@room_post(STEPS_A_MINUTE)
def study_lead(request: HttpRequest, access: StudyAccess) -> None:
    """Lead everybody to `ply`, from the viewpoint `as`."""
    place = posted_place(request, access)
    service.study_lead(
        code=access.study.code,
        user=request.user,
        chapter=access.chapter.pk,
        ply=place.ply,
        eyes=place.eyes,
    )


@room_post()
def study_hand_over(request: HttpRequest, access: StudyAccess) -> None:
    """Let the person `to` lead."""
    to = whole_number(request.POST.get("to", ""), digits=10)
    if to is None:
        raise refuse("not_here")
    service.study_hand_over(code=access.study.code, user=request.user, to=to)


@room_post()
def study_take(request: HttpRequest, access: StudyAccess) -> None:
    """Take over a room whose leader has gone."""
    service.study_take(code=access.study.code, user=request.user)


@room_post()
def study_rename(request: HttpRequest, access: StudyAccess) -> str:
    """Give the room a `title`."""
    service.study_rename(
        code=access.study.code, user=request.user, title=request.POST.get("title", "")
    )
    return f"{posted_place(request, access).url}#study-chapters"


@replay_post
def study_remove(request: HttpRequest, code: str) -> HttpResponse:
    """Delete the room, also one whose matches its owner may no longer see."""
    throttle(request, "study_remove", limit=WRITES_A_MINUTE, seconds=60)
    if not own_studies(request.user).filter(code=code).exists():
        access_study(request.user, code)  # for others, a room they may not open does not exist
    service.study_remove(code=code, user=request.user)
    return redirect("replays:studies")
