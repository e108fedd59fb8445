"""Rate limits, counted in Django's cache.

A view may catch Throttled to answer in its own form; otherwise the middleware answers with a page.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from accounts.redirects import page_before
from games.engine.contract import Refusal
from games.engine.text import gettext_noop

TOO_OFTEN = gettext_noop("You’re doing that too often. Wait a minute, then try again.")
View = Callable[..., HttpResponse]
WAIT = "kibitz.retry_after"
"""The key in `request.META` of the seconds to wait."""


class Throttled(Refusal):
    """A rate limit was exceeded; the action may be retried in `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too_often", TOO_OFTEN)
        self.seconds = seconds


class RetryAfterMiddleware:
    """Add Retry-After to the answer to a throttled request, whichever view gives it.

    If no view catches Throttled, answer with the 429 page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if seconds := request.META.get(WAIT):
            response["Retry-After"] = str(seconds)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer Throttled with the 429 page."""
        if not isinstance(error, Throttled):
            return None
        request.META[WAIT] = error.seconds
        return _too_often(request)


def counted(action: str, *, a_minute: int) -> Callable[[View], View]:
    """Limit a view's POSTs a minute; above that, answer 429 without calling the view."""

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
    """Render the 429 page, with a link back."""
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
    """Count one more `action` under the key `who_asks`, raising Throttled above `limit`."""
    key = _key(who_asks, action)
    if cache.add(key, 0, seconds):
        cache.set(f"{key}:until", time.time() + seconds, seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # the entry expired between the two calls
        return
    if count > limit:
        raise Throttled(_seconds_left(key, seconds))


def is_throttled(who_asks: str, action: str, *, limit: int) -> bool:
    """Tell whether one more `action` of `who_asks` would exceed `limit`; counts nothing."""
    count: int = cache.get(_key(who_asks, action), 0)
    return count >= limit


def _key(who_asks: str, action: str) -> str:
    return f"often:{action}:{who_asks}"


def _seconds_left(key: str, seconds: int) -> int:
    """Return how many seconds are left until the count restarts; `seconds` if unknown."""
    now = time.time()
    until: float = cache.get(f"{key}:until", now + seconds)
    return min(max(math.ceil(until - now), 1), seconds)


def person_key(user_id: int) -> str:
    """Return the key that a person's account is counted under."""
    return f"user:{user_id}"


def who(request: HttpRequest) -> str:
    """Return the key to count a request under: the account, else the client's network.

    The address comes from a trusted proxy or the connection. IPv6 counts by /64: the owner of one
    address owns them all, and could use a new one for every request.
    """
    if request.user.is_authenticated:
        return person_key(request.user.pk)
    forwarded = request.headers.get("X-Forwarded-For", "")
    return f"ip:{network(forwarded, request.META.get('REMOTE_ADDR', ''))}"


NETWORK_BITS = {4: 32, 6: 64}


def network_of(address: str) -> str:
    """Return an address's network: the IPv4 address itself, or the /64 of an IPv6 one.

    A dual-stack socket reports an IPv4 address as ::ffff:203.0.113.5.
    """
    told = ip_address(address)
    meant = getattr(told, "ipv4_mapped", None) or told
    bits = meant.max_prefixlen if meant.is_loopback else NETWORK_BITS[meant.version]
    return str(ip_network(f"{meant}/{bits}", strict=False))


def network(forwarded: str, peer: str) -> str:
    """Return the client's network, from the trusted proxies' header or else the connection.

    `forwarded` is the value of X-Forwarded-For, if any; `peer` the connection's address.
    """
    proxies: int = getattr(settings, "TRUSTED_PROXIES", 0)
    told = [part.strip() for part in forwarded.split(",")] if forwarded else []
    address = told[-proxies] if proxies and len(told) >= proxies else peer
    try:
        return network_of(address)
    except ValueError:  # not an address: a unix socket, or a proxy's "unknown"
        return address
