"""HEAD, wherever GET works: monitors, caches and link checkers ask so."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class HeadMiddleware:
    """Let a page answer HEAD as it answers GET; the server program leaves the body out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = "GET"
        try:
            return self.get_response(request)
        finally:
            request.method = "HEAD"
