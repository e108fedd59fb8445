"""The help panel at the table: what its reader can do now, and why not the rest."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.matches import store
from games.matches.access import Access, MatchNotFound, access_match
from games.matches.help import help_context
from games.matches.models import Match
from games.matches.presenters import seat_names
from games.matches.throttle import Throttled, throttle
from games.registry import rules_for

ASKED_A_MINUTE = 120


@never_cache
@require_GET
def help_panel(request: HttpRequest, code: str) -> HttpResponse:
    """Return the panel's inside, for whoever sits at a running match; nothing for others."""
    try:
        throttle(request, "help", limit=ASKED_A_MINUTE, seconds=60)
        access = access_match(request.user, code)
    except MatchNotFound:
        raise Http404 from None
    except Throttled:
        return HttpResponse(status=429)
    return render(request, "matches/_help.html", {"help": _help(access)})


def _help(access: Access) -> dict[str, object] | None:
    match, seat = access.match, access.seat
    if seat is None or seat.stand_in or match.status != Match.Status.RUNNING:
        return None
    state = store.load_position(match).state
    return help_context(rules_for(match.game), state, seat.number, seat_names(access.seats))
