"""Limits the sockets that one network may have open in this process."""

from __future__ import annotations

from collections import Counter
from ipaddress import ip_network
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from accounts.networks import network


class NotTooMany:
    """Deny a socket to a network that has SOCKETS_PER_ADDRESS of them open.

    An idle page costs little, but one visitor could open thousands. The machine itself has no
    limit: behind a proxy that is not configured, everybody would seem to come from there.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        whose = network_of_socket(scope)
        if is_loopback(whose):
            return await self.application(scope, receive, send)
        if self.open[whose] >= settings.SOCKETS_PER_ADDRESS:
            return await WebsocketDenier()(scope, receive, send)
        self.open[whose] += 1
        try:
            return await self.application(scope, receive, send)
        finally:
            self.open[whose] -= 1
            if not self.open[whose]:
                del self.open[whose]


def network_of_socket(scope: Any) -> str:
    """Return the network that the handshake in `scope` comes from."""
    lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer, _ = scope.get("client") or ("", 0)
    return network(b",".join(lines).decode("latin-1"), peer)


def is_loopback(whose: str) -> bool:
    """Tell whether that is this machine; a non-address means a unix socket on it."""
    try:
        return ip_network(whose).is_loopback
    except ValueError:
        return True
