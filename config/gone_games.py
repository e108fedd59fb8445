"""What belongs to a game whose folder was taken away is told as gone, not as an error.

Its rows stay as they are, and everything is there again when the folder is. Lists name it by its
key; whatever needs its rules ends here.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext

from config.views import wants_json
from games.engine.text import gettext_noop
from games.registry import UnknownGame

GONE = gettext_noop("This game is not played on this site any more.")


class GoneGameMiddleware:
    """Answer 410 where rules were asked for that are not there. Stands inside all others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the answer in the form in which it was asked for."""
        if not isinstance(error, UnknownGame):
            return None
        told = {"code": "game_gone", "sentence": gettext(GONE)}
        if wants_json(request):
            return JsonResponse(told, status=410)
        page = "matches/_notice.html" if getattr(request, "htmx", False) else "410.html"
        return render(request, page, told, status=410)
