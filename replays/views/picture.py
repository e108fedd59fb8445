"""The picture of a position, shown by messengers as the preview of a shared link."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.throttle import throttle
from games.engine.canonical import canonical, sha256_hex
from replays.access import access_finished
from replays.address import EVERYBODY, Eyes, read_eyes, read_ply, read_span
from replays.pictures.position import moving_picture, position_picture
from replays.selectors import match_timeline, upload_of, uploaded_timeline
from replays.timeline import Timeline
from replays.views.answers import refusal_or_page

KEPT_SECONDS = 3600
A_MINUTE = {"png": 60, "gif": 4}


@refusal_or_page
@require_safe
def match_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Send the picture of a finished match at `?ply=`, from the viewpoint `?as=`."""
    access = access_finished(request.user, code)
    timeline = match_timeline(access.match, access.seats)
    eyes, ply = access.eyes(request.GET.get("as", "")), read_ply(request.GET, timeline.last)
    key = f"{code}:{access.match.version}:{ply}:{eyes.key}"
    draw = partial(_png, timeline, ply, eyes)
    return _answer(request, timeline, key, draw, for_all=access.is_for_all)


@refusal_or_page
@require_safe
def match_moving(request: HttpRequest, code: str) -> HttpResponse:
    """Send the plies `?from=` to `?to=` of a finished match as an animated picture."""
    access = access_finished(request.user, code)
    timeline = match_timeline(access.match, access.seats)
    eyes = access.eyes(request.GET.get("as", ""))
    plies = read_span(request.GET, timeline.last)
    key = f"{code}:{access.match.version}:{plies.start}-{plies.stop}:{eyes.key}"
    draw = partial(moving_picture, timeline, plies, eyes)
    return _answer(request, timeline, key, draw, for_all=access.is_for_all, kind="gif")


@refusal_or_page
@require_safe
def file_picture(request: HttpRequest, digest: str) -> HttpResponse:
    """Send the picture of an uploaded record's position."""
    timeline = uploaded_timeline(upload_of(digest))
    wanted = request.GET.get("as", "")
    eyes = read_eyes(wanted, len(timeline.seats)) if wanted else EVERYBODY
    ply = read_ply(request.GET, timeline.last)
    key = f"{digest}:{ply}:{eyes.key}"
    return _answer(request, timeline, key, partial(_png, timeline, ply, eyes), for_all=True)


def _png(timeline: Timeline, ply: int, eyes: Eyes) -> bytes:
    return position_picture(timeline, ply, eyes).png()


def _answer(
    request: HttpRequest,
    timeline: Timeline,
    key: str,
    draw: Callable[[], bytes],
    *,
    for_all: bool,
    kind: str = "png",
) -> HttpResponse:
    """Send a picture, drawn at most once an hour; proxies may cache it only if it is for all.

    The cache key includes the names drawn, so renaming or leaving invalidates it.
    """
    names = sha256_hex(canonical([timeline.holders.began, *timeline.holders.substitutes]))
    key = f"replays:{kind}:{get_language()}:{names}:{key}"
    kept = caches["pictures"]
    data = kept.get(key)
    if data is None:
        throttle(request, kind, limit=A_MINUTE[kind], seconds=60)
        data = draw()
        kept.set(key, data, KEPT_SECONDS)
    response = HttpResponse(data, content_type=f"image/{kind}")
    patch_cache_control(
        response, max_age=KEPT_SECONDS, **{"public" if for_all else "private": True}
    )
    return response
