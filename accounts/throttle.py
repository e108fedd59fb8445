"""Counting how often somebody does something, in Django's cache.

Whoever draws pages of other kinds catches Throttled; all others are answered with one of its own.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import wraps

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from accounts.networks import network
from accounts.way_back import page_before
from games.engine.contract import Refusal
from games.engine.text import gettext_noop

TOO_OFTEN = gettext_noop("That was too often. Please wait a minute and try again.")
View = Callable[..., HttpResponse]
WAIT = "kibitz.retry_after"
"""Where a request carries how long whoever made it has to wait."""


class Throttled(Refusal):
    """Somebody did something too often, and may do it again in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too_often", TOO_OFTEN)
        self.seconds = seconds


class RetryAfterMiddleware:
    """Tell whoever did something too often how long to wait, whichever view answers that.

    Where none does, answer for it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if seconds := request.META.get(WAIT):
            response["Retry-After"] = str(seconds)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer with the sentence."""
        if not isinstance(error, Throttled):
            return None
        request.META[WAIT] = error.seconds
        return _too_often(request)


def counted(action: str, *, a_minute: int) -> Callable[[View], View]:
    """Make a view whose POSTs are counted; who sends more is told so, and the view is not asked."""

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if request.method == "POST":
                try:
                    throttle(request, action, limit=a_minute, seconds=60)
                except Throttled:
                    return _too_often(request)
            return view(request, *args, **kwargs)

        return page

    return decorate


def _too_often(request: HttpRequest) -> HttpResponse:
    """Answer with the sentence and the way back."""
    context = {"sentence": gettext(TOO_OFTEN), "back": page_before(request)}
    return render(request, "429.html", context, status=429)


def throttle(request: HttpRequest, action: str, *, limit: int, seconds: int) -> None:
    """Count one more `action` of this person (or address), raising Throttled above `limit`."""
    try:
        throttle_one(who(request), action, limit=limit, seconds=seconds)
    except Throttled as refusal:
        request.META[WAIT] = refusal.seconds
        raise


def throttle_one(who_asks: str, action: str, *, limit: int, seconds: int) -> None:
    """Count one more `action` of whoever that is, raising Throttled above `limit`."""
    key = _key(who_asks, action)
    if cache.add(key, 0, seconds):
        cache.set(f"{key}:until", time.time() + seconds, seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # the entry ran out between the two calls
        return
    if count > limit:
        raise Throttled(_seconds_left(key, seconds))


def is_throttled(who_asks: str, action: str, *, limit: int) -> bool:
    """Tell whether one more `action` of whoever that is would be above `limit`; counts nothing."""
    count: int = cache.get(_key(who_asks, action), 0)
    return count >= limit


def _key(who_asks: str, action: str) -> str:
    return f"often:{action}:{who_asks}"


def _seconds_left(key: str, seconds: int) -> int:
    """Return when what is counted begins anew: at most `seconds`, where that is not known."""
    now = time.time()
    until: float = cache.get(f"{key}:until", now + seconds)
    return min(max(math.ceil(until - now), 1), seconds)


def person_key(user_id: int) -> str:
    """Return what somebody with an account is counted by."""
    return f"user:{user_id}"


def who(request: HttpRequest) -> str:
    """Return who asks: an account, or the network whose address a trusted proxy (or socket) tells.

    Whoever has one address of IPv6 has its whole /64, and would never be counted twice.
    """
    if request.user.is_authenticated:
        return person_key(request.user.pk)
    forwarded = request.headers.get("X-Forwarded-For", "")
    return f"ip:{network(forwarded, request.META.get('REMOTE_ADDR', ''))}"
