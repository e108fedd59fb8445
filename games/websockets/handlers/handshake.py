"""Checks of a handshake: who may open a socket, and how many from one network."""

from __future__ import annotations

from collections import Counter
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host

from accounts.throttle import network


class SameOrigin:
    """Deny a socket whose Origin is neither the requested host nor a trusted origin.

    Browsers send cookies with a socket from any page, and no CSRF token protects it.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        application = self.application if is_own_origin(scope) else WebsocketDenier()
        return await application(scope, receive, send)


def is_own_origin(scope: Any) -> bool:
    """Tell whether the handshake in `scope` comes from a page of this site.

    Scheme and port must match too.
    """
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin, host = headers.get(b"origin", ""), headers.get(b"host", "")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        page = urlsplit(origin)
        name = page.hostname or ""
    except ValueError:
        return False
    schemes = {"https"} if settings.SAFE else {"http", "https"}
    return (
        page.scheme in schemes
        and page.netloc.lower() == host.lower()
        and validate_host(f"[{name}]" if ":" in name else name, settings.ALLOWED_HOSTS)
    )


class LimitPerNetwork:
    """Deny a socket to a network that has SOCKETS_PER_ADDRESS of them open in this process.

    An idle page costs little, but one visitor could open thousands. The machine itself has no
    limit: behind a proxy that is not configured, everybody would seem to come from there.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        client = network_of_socket(scope)
        if is_loopback(client):
            return await self.application(scope, receive, send)
        if self.open[client] >= settings.SOCKETS_PER_ADDRESS:
            return await WebsocketDenier()(scope, receive, send)
        self.open[client] += 1
        try:
            return await self.application(scope, receive, send)
        finally:
            self.open[client] -= 1
            if not self.open[client]:
                del self.open[client]


def network_of_socket(scope: Any) -> str:
    """Return the network that the handshake in `scope` comes from."""
    lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer, _ = scope.get("client") or ("", 0)
    return network(b",".join(lines).decode("latin-1"), peer)


def is_loopback(client: str) -> bool:
    """Tell whether that is this machine; a non-address means a unix socket on it."""
    try:
        return ip_network(client).is_loopback
    except ValueError:
        return True
