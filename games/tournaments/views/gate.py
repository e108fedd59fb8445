"""What every view of events shares: 404 for what one may not see, sentences for refusals."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from psycopg.errors import DeadlockDetected, LockNotAvailable

from accounts.clubs.access import ClubNotFound
from accounts.clubs.refusals import FORBIDDEN as CLUB_FORBIDDEN
from accounts.clubs.refusals import ClubRefusal
from accounts.throttle import throttle
from games.engine.contract import Refusal
from games.engine.text import gettext_noop
from games.tournaments.access import TournamentNotFound, access_tournament
from games.tournaments.names import entry_names, sentence
from games.tournaments.refusals import FORBIDDEN, TOO_OFTEN

logger = logging.getLogger(__name__)

View = Callable[..., HttpResponse]
POSTS_A_MINUTE = 120
BUSY = gettext_noop("The event is busy. Please press again.")
WAITED_TOO_LONG = (LockNotAvailable, DeadlockDetected)
"""What others' work on the same event causes; any other failure is the site's (config/views.py)."""


def event_view(view: View) -> View:
    """Turn what is not there into a 404, and refusals into their sentences."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (TournamentNotFound, ClubNotFound):
            raise Http404 from None
        except ClubRefusal as refusal:
            status = 403 if refusal.code in CLUB_FORBIDDEN else 422
            return refused(request, refusal.sentence, status)
        except Refusal as refusal:
            return refused(request, _said(request, refusal, kwargs), _status(refusal))
        except OperationalError as error:
            if not isinstance(error.__cause__, WAITED_TOO_LONG):
                raise
            logger.warning("an event was busy", extra={"code": kwargs.get("code", "")})
            return refused(request, gettext(BUSY), 409)

    return never_cache(page)


def event_page(view: View) -> View:
    """Make a page that anybody may ask for."""
    return require_GET(event_view(view))


def event_form(view: View) -> View:
    """Make the page of a form for who is signed in; what is sent is counted."""
    return require_http_methods(["GET", "POST"])(login_required(event_view(_counted(view))))


def event_post(view: View) -> View:
    """Make a POST of a signed-in person, counted."""
    return require_POST(login_required(event_view(_counted(view))))


def _counted(view: View) -> View:
    @wraps(view)
    def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            throttle(request, "event", limit=POSTS_A_MINUTE, seconds=60)
        return view(request, *args, **kwargs)

    return counted


def _status(refusal: Refusal) -> int:
    if refusal.code in FORBIDDEN:
        return 403
    if refusal.code in TOO_OFTEN:
        return 429
    return {"stale_page": 409, "season_begun": 409}.get(refusal.code, 422)


def _said(request: HttpRequest, refusal: Refusal, kwargs: dict[str, Any]) -> str:
    """Return a refusal in the reader's language, with the names of the event's entries.

    Who asks too often is refused before it is known whether there is such an event for them.
    """
    try:
        code = kwargs.get("code", "")
        names = entry_names(access_tournament(request.user, code).state)
    except TournamentNotFound:
        names = {}
    return sentence(refusal.phrase, names)


def refused(request: HttpRequest, words: str, status: int) -> HttpResponse:
    """Answer with a sentence and the way back."""
    back = request.headers.get("Referer", "")
    own = back if back.startswith(f"{request.scheme}://{request.get_host()}/") else ""
    context = {"sentence": words, "back": own, "nav": "tournaments"}
    return render(request, "tournaments/refused.html", context, status=status)
