"""The picture of a position, which messengers show beside a shared link."""

from __future__ import annotations

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from replays.access import access_finished
from replays.eyes import EVERYBODY, read_eyes
from replays.pictures.moving import moving_picture
from replays.pictures.position import position_picture
from replays.place import read_ply, read_span
from replays.selectors import match_timeline, upload_of, uploaded_timeline
from replays.throttle import throttle
from replays.views.answers import refusal_or_page

KEPT_SECONDS = 3600
A_MINUTE = {"png": 60, "gif": 4}


@refusal_or_page
@require_safe
def match_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Send the picture of a finished match at `?ply=`, `?as=` whose eyes."""
    access = access_finished(request.user, code)
    timeline = match_timeline(access.match, access.seats)
    eyes, ply = access.eyes(request.GET.get("as", "")), read_ply(request.GET, timeline.last)
    key = f"{code}:{access.match.version}:{ply}:{eyes.key}"
    private = access.match.is_private
    return _answer(request, key, lambda: position_picture(timeline, ply, eyes).png(), private)


@refusal_or_page
@require_safe
def match_moving(request: HttpRequest, code: str) -> HttpResponse:
    """Send the plies `?from=` to `?to=` of a finished match as a moving picture."""
    access = access_finished(request.user, code)
    timeline = match_timeline(access.match, access.seats)
    eyes = access.eyes(request.GET.get("as", ""))
    plies = read_span(request.GET, timeline.last)
    key = f"{code}:{access.match.version}:{plies.start}-{plies.stop}:{eyes.key}"
    private = access.match.is_private
    return _answer(request, key, lambda: moving_picture(timeline, plies, eyes), private, "gif")


@refusal_or_page
@require_safe
def file_picture(request: HttpRequest, digest: str) -> HttpResponse:
    """Send the picture of an uploaded record's position."""
    timeline = uploaded_timeline(upload_of(digest))
    wanted = request.GET.get("as", "")
    eyes = read_eyes(wanted, len(timeline.seats)) if wanted else EVERYBODY
    ply = read_ply(request.GET, timeline.last)
    key = f"{digest}:{ply}:{eyes.key}"
    return _answer(request, key, lambda: position_picture(timeline, ply, eyes).png(), False)


def _answer(
    request: HttpRequest, key: str, draw: Callable[[], bytes], private: bool, kind: str = "png"
) -> HttpResponse:
    """Send a picture, drawn at most once an hour."""
    key = f"replays:{kind}:{get_language()}:{key}"
    data = cache.get(key)
    if data is None:
        throttle(request, kind, limit=A_MINUTE[kind], seconds=60)
        data = draw()
        cache.set(key, data, KEPT_SECONDS)
    response = HttpResponse(data, content_type=f"image/{kind}")
    patch_cache_control(
        response, max_age=KEPT_SECONDS, **{"private" if private else "public": True}
    )
    return response
