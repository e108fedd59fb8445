"""Helpers shared by all replay pages: answer refusals, and serve fragments to htmx."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache

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


def refusal_or_page(view: View) -> View:
    """Wrap a view: answer a refusal with its sentence, and a missing page with 404."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ReplayNotFound:
            raise Http404 from None
        except Refusal as refusal:
            return refusal_page(request, refusal)

    return page


def replay_page(view: View) -> View:
    """Wrap a page that differs by person, so that no proxy may cache it."""
    return never_cache(refusal_or_page(view))


def json_or_refusal(view: View) -> View:
    """Wrap a view for programs: answer refusals as JSON, with a code and a sentence."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ReplayNotFound:
            raise Http404 from None
        except Refusal as refusal:
            body = {"code": refusal.code, "sentence": refusal_sentence(refusal)}
            return JsonResponse(body, status=STATUS_OF.get(refusal.code, 422))

    return never_cache(answer)


def refusal_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer with a refusal's sentence."""
    context = {"sentence": refusal_sentence(refusal), "code": refusal.code}
    status = STATUS_OF.get(refusal.code, 422)
    return render(request, "replays/refused.html", context, status=status)


def refusal_sentence(refusal: Refusal, names: tuple[str, ...] = ()) -> str:
    """Return a refusal as text that can be encoded, whatever it quotes from a file."""
    sentence = phrase_text(refusal.phrase, None, names)
    return sentence.encode("utf-8", "replace").decode()


def wants_fragment(request: HttpRequest) -> bool:
    """Tell whether htmx asks for a fragment rather than the whole page."""
    htmx: Any = getattr(request, "htmx", None)
    return bool(htmx) and not htmx.history_restore_request and not htmx.boosted


def page_or_fragment(
    request: HttpRequest, page: str, fragment: str, context: dict[str, Any]
) -> HttpResponse:
    """Answer with the whole page, or with only its changing part if that was asked for."""
    template = fragment if wants_fragment(request) else page
    response = render(request, template, context)
    patch_vary_headers(response, ("HX-Request", "HX-History-Restore-Request"))
    return response
