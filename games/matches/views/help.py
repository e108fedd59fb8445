"""The help panel at the table: what its reader can do now, and why they cannot do the rest."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.throttle import Throttled, throttle
from games.matches.access import MatchNotFound, access_match
from games.matches.selectors import help_shown

ASKED_A_MINUTE = 120


@never_cache
@require_GET
def help_panel(request: HttpRequest, code: str) -> HttpResponse:
    """Return the panel's content for a player of a running match; empty for others."""
    try:
        throttle(request, "help", limit=ASKED_A_MINUTE, seconds=60)
        access = access_match(request.user, code)
    except MatchNotFound:
        raise Http404 from None
    except Throttled:
        return HttpResponse(status=429)
    return render(request, "matches/_help.html", {"help": help_shown(access)})
