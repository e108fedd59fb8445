"""Which push services the site calls: a browser names the address, so any other is refused.

This keeps the server from being sent to addresses inside its own network.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings

KNOWN = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
"""Google's (Chrome and most others), Mozilla's, Microsoft's and Apple's, with their subdomains."""
APPLE = "push.apple.com"


def is_known(endpoint: str) -> bool:
    """Tell whether an endpoint belongs to a known push service, over https on its usual port.

    A local site may also know those named in PUSH_SERVICES (`host:port`, http allowed).
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    if settings.LOCAL and parts.netloc in settings.PUSH_SERVICES:
        return parts.scheme in ("http", "https")
    if parts.scheme != "https" or port not in (None, 443) or "@" in parts.netloc:
        return False
    return any(_is_within(parts.hostname or "", host) for host in KNOWN)


def must_show(endpoint: str) -> bool:
    """Tell whether the service demands a visible notification for every message: Apple's does."""
    return _is_within(urlsplit(endpoint).hostname or "", APPLE)


def _is_within(name: str, host: str) -> bool:
    return name == host or name.endswith(f".{host}")
