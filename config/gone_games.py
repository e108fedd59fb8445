"""Answers 410 rather than an error for a game or ruleset that was removed.

Its rows stay, and everything works again once its folder is back. Lists name such a game by its
key; requests that need its rules end here.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext

from config.api_refusals import ADDRESS
from config.views import wants_json
from games.engine.text import gettext_noop
from games.registry import UnknownGame, UnknownRules

GONE = gettext_noop("This game is not played on this site any more.")
RULESET_GONE = gettext_noop("This site no longer has the rules that this match is played by.")


class GoneGameMiddleware:
    """Answers 410 if a request needs missing rules. Must be the innermost middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the answer in the requested format."""
        if not isinstance(error, UnknownRules):
            return None
        code, sentence = "ruleset_gone", gettext(RULESET_GONE)
        if isinstance(error, UnknownGame):
            code, sentence = "game_gone", gettext(GONE)
        if request.path_info.startswith(ADDRESS):
            return JsonResponse({"code": code, "detail": sentence}, status=410)
        if wants_json(request):
            return JsonResponse({"code": code, "sentence": sentence}, status=410)
        page = "matches/_notice.html" if getattr(request, "htmx", False) else "410.html"
        return render(request, page, {"sentence": sentence}, status=410)
