"""What belongs to a game, or a ruleset, that was taken away is told as gone, not as an error.

Its rows stay as they are, and everything is there again when the folder is. Lists name a game by
its key; whatever needs its rules ends here.
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
    """Answer 410 where rules were asked for that are not there. Stands inside all others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the answer in the form in which it was asked for."""
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
