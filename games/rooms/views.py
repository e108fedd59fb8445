"""The page of a club's or an event's room, its POSTs, and the page that reports a message."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.clubs.access import access_club
from accounts.moderation.views import report_page
from accounts.numbers import whole_number
from accounts.throttle import throttle
from games.matches.requests import posted_int
from games.matches.talk.refusals import refuse
from games.matches.talk.views import answer_post
from games.rooms import services
from games.rooms.access import RoomAccess, RoomNotFound, access_room
from games.rooms.selectors import (
    evidence_in,
    hearing_of,
    message_in,
    people_beginning,
    render_room,
)
from games.tournaments.show.event import event_context, event_view

LOOKUPS_A_MINUTE = 120
View = Callable[..., HttpResponse]


def for_readers(view: View) -> View:
    """Hand a view the room it is about; a 404 for anybody who may not read there."""

    @wraps(view)
    def page(request: HttpRequest, place: str, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, access_room(request.user, place), **kwargs)
        except RoomNotFound:
            raise Http404 from None

    return never_cache(login_required(page))


def room_post(deed: Callable[[HttpRequest, RoomAccess], None]) -> View:
    """Wrap a POST by somebody who may read the room; answer with the talk the page showed."""

    @wraps(deed)
    def post(request: HttpRequest, access: RoomAccess) -> HttpResponse:
        before = _before(request.POST.get("before", ""))
        return answer_post(
            request,
            lambda: deed(request, access),
            lambda: render_room(access_room(request.user, access.place), before=before),
            page=access.url if before is None else f"{access.url}?before={before}",
        )

    return require_POST(for_readers(post))


def _before(text: str) -> int | None:
    return whole_number(text, digits=9)


@require_GET
@for_readers
def room(request: HttpRequest, access: RoomAccess) -> HttpResponse:
    """Show the talk: the newest messages, live, or those before the number `before`."""
    before = _before(request.GET.get("before", ""))
    context: dict[str, Any] = {
        "room": access,
        "before": before,
        "talk": render_room(access, oob=False, before=before),
        "nav": "clubs" if access.event is None else "tournaments",
    }
    if access.event is not None:
        context |= event_context(event_view(access.event), "talk")
    elif access.club is not None:
        context |= {"club": access.club, "access": access_club(request.user, access.club.slug)}
    return render(request, f"rooms/{access.kind}.html", context)


@room_post
def say(request: HttpRequest, access: RoomAccess) -> None:
    """Say `body`: a text, or the key of a phrase or reaction (`kind`)."""
    kind, body = request.POST.get("kind", "text"), request.POST.get("body", "")
    services.message_say(access=access, kind=kind, body=body)


@room_post
def remove(request: HttpRequest, access: RoomAccess) -> None:
    """Delete one's own message `number`, or as an officer remove it."""
    services.message_remove(access=access, number=_number(request))


@room_post
def mute(request: HttpRequest, access: RoomAccess) -> None:
    """As an officer, mute the author of the message `number` for `days`, 0 for good."""
    days = request.POST.get("days", "")
    services.person_mute(access=access, number=_number(request), days=days)


@room_post
def unmute(request: HttpRequest, access: RoomAccess) -> None:
    """As an officer, unmute the person with the id `user`."""
    user_id = posted_int(request, "user", "no_such_person")
    services.person_unmute(access=access, user_id=user_id)


@room_post
def phrases(request: HttpRequest, access: RoomAccess) -> None:
    """As an officer, allow phrases alone (`only` = 1), or free text again."""
    services.phrases_set(access=access, only=request.POST.get("only") == "1")


def _number(request: HttpRequest) -> int:
    number = whole_number(request.POST.get("number", ""), digits=9)
    if number is None:
        raise refuse("no_such_message")
    return number


@require_GET
@for_readers
def people(request: HttpRequest, access: RoomAccess) -> HttpResponse:
    """Return as JSON the names of some readers that begin with `q`, for mentions."""
    throttle(request, "mention", limit=LOOKUPS_A_MINUTE, seconds=60)
    start = request.GET.get("q", "").replace("\0", "")[:30]
    return JsonResponse({"names": people_beginning(access, start) if start else []})


@require_http_methods(["GET", "POST"])
@for_readers
def report(request: HttpRequest, access: RoomAccess, *, number: int) -> HttpResponse:
    """Report the author of a message to the moderators, with what was said around it."""
    hearing = hearing_of(access)
    message = message_in(hearing, number)
    if message is None or message.author is None:
        raise Http404
    return report_page(
        request,
        message.author,
        back=access.url,
        told=lambda: services.officers_told(access, message),
        evidence=evidence_in(hearing, message),
    )
