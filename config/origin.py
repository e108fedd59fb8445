"""Lets only this site's own pages open a socket; scheme and port must match too."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host


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
    """Tell whether the handshake in `scope` comes from a page of this site."""
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
