"""The Content Security Policy: our own files, and nothing else (decision 0005)."""

from __future__ import annotations

from collections.abc import Sequence

from csp.constants import NONE, SELF


def content_policy(hosts: Sequence[str], *, safe: bool) -> dict[str, dict[str, list[str]]]:
    """Return django-csp's setting; `hosts` are the host names of a site served over https."""
    # in older WebKit 'self' does not cover wss:
    sockets = [f"wss://{host}" for host in hosts if safe and host[0] not in "*."]
    return {
        "DIRECTIVES": {
            "default-src": [NONE],
            "script-src": [SELF],
            "style-src": [SELF],
            "img-src": [SELF, "data:"],  # Pico's form icons are data: images
            "font-src": [SELF],
            "media-src": [SELF],
            "manifest-src": [SELF],
            "connect-src": [SELF, *sockets],
            "form-action": [SELF],
            "base-uri": [NONE],
            "frame-ancestors": [NONE],
            "object-src": [NONE],
        }
    }
