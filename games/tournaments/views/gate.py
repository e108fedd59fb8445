"""What all event views share: 404 for what the viewer may not see, sentences for refusals."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from psycopg.errors import DeadlockDetected, LockNotAvailable

from accounts.clubs.access import ClubNotFound
from accounts.clubs.refusals import FORBIDDEN as CLUB_FORBIDDEN
from accounts.clubs.refusals import ClubRefusal
from accounts.throttle import throttle
from games.engine.contract import Refusal
from games.tournaments.access import TournamentNotFound, access_tournament
from games.tournaments.refusals import FORBIDDEN, OVERTAKEN, TOO_OFTEN, refuse
from games.tournaments.show.names import entry_names, sentence

logger = logging.getLogger(__name__)
POSTS_A_MINUTE = 120
"""How many event actions a person may request per minute, by forms and API together."""

POSTS_A_HALL = 600
"""How many a minute come from one network without an account: a hall's phones share one."""

WAITED_TOO_LONG = (LockNotAvailable, DeadlockDetected)
"""Failures caused by contention on the same event; config/error_responses.py answers any other."""

STATUS_OF = {
    **dict.fromkeys(FORBIDDEN, 403),
    **dict.fromkeys(OVERTAKEN, 409),
    **dict.fromkeys(TOO_OFTEN, 429),
}


def refusal_status(refusal: Refusal) -> int:
    """Return the HTTP status for this kind of refusal."""
    return STATUS_OF.get(refusal.code, 422)


def refusal_sentence(user: Any, refusal: Refusal, code: str) -> str:
    """Return a refusal in the active language, with the names of the event's entries.

    Rate limits are checked before it is known whether the event exists for this person.
    """
    try:
        access = access_tournament(user, code)
        names = entry_names(access.tournament, access.state)
    except TournamentNotFound:
        names = {}
    return sentence(refusal.phrase, names)


@contextmanager
def refused_where_busy(code: str) -> Iterator[None]:
    """Refuse with a sentence a request that waited too long for a lock on the event."""
    try:
        yield
    except OperationalError as error:
        if not isinstance(error.__cause__, WAITED_TOO_LONG):
            raise
        logger.warning("an event was busy", extra={"code": code})
        raise refuse("busy") from None


View = Callable[..., HttpResponse]


def handle_refusals(view: View) -> View:
    """Turn a missing object into a 404, and refusals into their sentences."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        code = kwargs.get("code", "")
        try:
            with refused_where_busy(code):
                return view(request, *args, **kwargs)
        except (TournamentNotFound, ClubNotFound):
            raise Http404 from None
        except ClubRefusal as refusal:
            status = 403 if refusal.code in CLUB_FORBIDDEN else 422
            return refused(request, refusal.sentence, status)
        except Refusal as refusal:
            said = refusal_sentence(request.user, refusal, code)
            return refused(request, said, refusal_status(refusal))

    return never_cache(page)


def event_page(view: View) -> View:
    """Make a page that anybody may request."""
    return require_GET(handle_refusals(view))


def event_form(view: View) -> View:
    """Make a form page for signed-in people; submissions are rate-limited."""
    return require_http_methods(["GET", "POST"])(login_required(handle_refusals(_counted(view))))


def event_post(view: View) -> View:
    """Make a POST view for signed-in people, rate-limited."""
    return require_POST(login_required(handle_refusals(_counted(view))))


def open_post(view: View) -> View:
    """Make a POST view for whoever holds an address, rate-limited by account or network."""
    return require_POST(handle_refusals(_counted(view, limit=POSTS_A_HALL)))


def _counted(view: View, limit: int = POSTS_A_MINUTE) -> View:
    @wraps(view)
    def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            throttle(request, "event", limit=limit, seconds=60)
        return view(request, *args, **kwargs)

    return counted


def refused(request: HttpRequest, words: str, status: int) -> HttpResponse:
    """Answer with a sentence and a link back."""
    back = request.headers.get("Referer", "")
    own = back if back.startswith(f"{request.scheme}://{request.get_host()}/") else ""
    context = {"sentence": words, "back": own, "nav": "tournaments"}
    return render(request, "tournaments/refused.html", context, status=status)
