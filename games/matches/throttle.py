"""Counting how often somebody does something, in Django's cache."""

from __future__ import annotations

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from accounts.moderation.linked import network_of
from games.engine.contract import Refusal
from games.engine.text import gettext_noop

TOO_OFTEN = gettext_noop("That was too often. Please wait a minute and try again.")


class Throttled(Refusal):
    """Somebody did something too often."""


def throttle(request: HttpRequest, action: str, *, limit: int, seconds: int) -> None:
    """Count one more `action` of this person (or address), raising Throttled above `limit`."""
    throttle_one(who(request), action, limit=limit, seconds=seconds)


def throttle_one(who_asks: str, action: str, *, limit: int, seconds: int) -> None:
    """Count one more `action` of whoever that is, raising Throttled above `limit`."""
    key = f"often:{action}:{who_asks}"
    cache.add(key, 0, seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # the entry ran out between the two calls
        return
    if count > limit:
        raise Throttled("too_often", TOO_OFTEN)


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
