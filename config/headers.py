"""The one security header that Django does not send."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# features a card table never needs, denied to this site and to anything it may ever frame
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
        "microphone", "midi", "payment", "usb",
    )
)  # fmt: skip


class PermissionsPolicyMiddleware:
    """Adds Permissions-Policy to every response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response
