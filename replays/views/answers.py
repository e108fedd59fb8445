"""Helpers shared by all replay pages: answer refusals, and serve fragments to htmx."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.engine.contract import Refusal
from games.matches.phrases import phrase_text
from replays.access import ReplayNotFound

STATUS_OF = {
    "own_seat_only": 403,
    "embargo": 403,
    "no_such_eyes": 404,
    "bad_ply": 400,
    "no_such_ply": 404,
    "bad_span": 400,
    "too_large": 413,
    "too_often": 429,
    "other_rules": 409,
}
View = Callable[..., HttpResponse]
Answer = Callable[[HttpRequest, Refusal], HttpResponse]


def refusal_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer with a refusal's sentence."""
    context = {"sentence": refusal_sentence(refusal), "code": refusal.code}
    status = STATUS_OF.get(refusal.code, 422)
    return render(request, "replays/refused.html", context, status=status)


def refusal_json(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer a program with a refusal's code and sentence."""
    body = {"code": refusal.code, "sentence": refusal_sentence(refusal)}
    return JsonResponse(body, status=STATUS_OF.get(refusal.code, 422))


def refusal_sentence(refusal: Refusal, names: tuple[str, ...] = ()) -> str:
    """Return a refusal as text that can be encoded, whatever it quotes from a file."""
    sentence = phrase_text(refusal.phrase, None, names)
    return sentence.encode("utf-8", "replace").decode()


def refusal_or_page(view: View, answer: Answer = refusal_page) -> View:
    """Wrap a view: answer a refusal with its sentence, and a missing page with 404."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ReplayNotFound:
            raise Http404 from None
        except Refusal as refusal:
            return answer(request, refusal)

    return page


def replay_page(view: View) -> View:
    """Wrap a page that differs by person, so that no proxy may cache it."""
    return never_cache(refusal_or_page(view))


def replay_post(view: View) -> View:
    """Wrap a POST by somebody who is signed in."""
    return never_cache(require_POST(login_required(refusal_or_page(view))))


def json_or_refusal(view: View) -> View:
    """Wrap a view for programs."""
    return never_cache(refusal_or_page(view, refusal_json))


def page_or_fragment(
    request: HttpRequest,
    page: str,
    fragment: str,
    context: dict[str, Any],
    beside: Callable[[], dict[str, Any]] = dict,
) -> HttpResponse:
    """Answer with the whole page, or with only its changing part if that was asked for.

    `beside` returns what the context of the whole page has besides.
    """
    htmx: Any = getattr(request, "htmx", None)
    is_part = bool(htmx) and not htmx.history_restore_request and not htmx.boosted
    response = (
        render(request, fragment, context) if is_part else render(request, page, context | beside())
    )
    patch_vary_headers(response, ("HX-Request", "HX-History-Restore-Request"))
    return response
