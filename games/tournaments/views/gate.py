"""What all event views share: 404 for what the viewer may not see, sentences for refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.clubs.access import ClubNotFound
from accounts.clubs.refusals import FORBIDDEN as CLUB_FORBIDDEN
from accounts.clubs.refusals import ClubRefusal
from accounts.throttle import throttle
from games.engine.contract import Refusal
from games.tournaments.access import TournamentNotFound
from games.tournaments.answers import (
    POSTS_A_MINUTE,
    refusal_sentence,
    refusal_status,
    refused_where_busy,
)

View = Callable[..., HttpResponse]


def event_view(view: View) -> View:
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
    return require_GET(event_view(view))


def event_form(view: View) -> View:
    """Make a form page for signed-in people; submissions are rate-limited."""
    return require_http_methods(["GET", "POST"])(login_required(event_view(_counted(view))))


def event_post(view: View) -> View:
    """Make a POST view for signed-in people, rate-limited."""
    return require_POST(login_required(event_view(_counted(view))))


def _counted(view: View) -> View:
    @wraps(view)
    def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            throttle(request, "event", limit=POSTS_A_MINUTE, seconds=60)
        return view(request, *args, **kwargs)

    return counted


def refused(request: HttpRequest, words: str, status: int) -> HttpResponse:
    """Answer with a sentence and a link back."""
    back = request.headers.get("Referer", "")
    own = back if back.startswith(f"{request.scheme}://{request.get_host()}/") else ""
    context = {"sentence": words, "back": own, "nav": "tournaments"}
    return render(request, "tournaments/refused.html", context, status=status)
