"""Middleware that Django does not have: HEAD for every view, and a Permissions-Policy."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]
# features a card table never needs, denied to this site and to anything it may ever frame
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
        "microphone", "midi", "payment", "usb",
    )
)  # fmt: skip


def head_as_get(get_response: GetResponse) -> GetResponse:
    """Treat HEAD as GET, for monitors, caches and link checkers; the server omits the body."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD":
            return get_response(request)
        request.method = "GET"
        try:
            return get_response(request)
        finally:
            request.method = "HEAD"

    return middleware


def permissions_policy(get_response: GetResponse) -> GetResponse:
    """Add Permissions-Policy to every response."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware
