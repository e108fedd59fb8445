"""Counting how often somebody does something, in Django's cache."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from accounts.moderation.linked import network_of
from games.engine.contract import Refusal
from games.engine.text import gettext_noop

TOO_OFTEN = gettext_noop("That was too often. Please wait a minute and try again.")
WAIT = "kibitz.retry_after"
"""Where a request carries how long whoever made it has to wait."""


class Throttled(Refusal):
    """Somebody did something too often, and may do it again in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too_often", TOO_OFTEN)
        self.seconds = seconds


class RetryAfterMiddleware:
    """Tell whoever did something too often how long to wait, whichever view answers that."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if seconds := request.META.get(WAIT):
            response["Retry-After"] = str(seconds)
        return response


def throttle(request: HttpRequest, action: str, *, limit: int, seconds: int) -> None:
    """Count one more `action` of this person (or address), raising Throttled above `limit`."""
    try:
        throttle_one(who(request), action, limit=limit, seconds=seconds)
    except Throttled as refusal:
        request.META[WAIT] = refusal.seconds
        raise


def throttle_one(who_asks: str, action: str, *, limit: int, seconds: int) -> None:
    """Count one more `action` of whoever that is, raising Throttled above `limit`."""
    key = f"often:{action}:{who_asks}"
    if cache.add(key, 0, seconds):
        cache.set(f"{key}:until", time.time() + seconds, seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # the entry ran out between the two calls
        return
    if count > limit:
        raise Throttled(_seconds_left(key, seconds))


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


def network(forwarded: str, peer: str) -> str:
    """Return whose network that is: as the trusted proxies tell, else that of who is connected.

    `forwarded` is what X-Forwarded-For says, if anything; `peer` the address of the connection.
    """
    proxies: int = getattr(settings, "TRUSTED_PROXIES", 0)
    told = [part.strip() for part in forwarded.split(",")] if forwarded else []
    address = told[-proxies] if proxies and len(told) >= proxies else peer
    try:
        return network_of(address)
    except ValueError:  # no address: a socket file, or what a proxy writes that knows none
        return address
