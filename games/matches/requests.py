"""Parse requests of players strictly, and answer refused ones, over HTTP or the WebSocket.

Refuses here whatever cannot be stored or shown.
"""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from accounts.numbers import whole_number
from games.engine.contract import IllegalAction, Refusal
from games.engine.match import NOT_AN_ACTION
from games.engine.text import gettext_noop
from games.matches.models import Match
from games.matches.phrases import phrase_text
from games.matches.presenters import seat_names
from games.matches.refusals import refuse

MAX_ACTION_BYTES = 4096
MAX_DIGITS = 9


def parse_json(text: str) -> Any:
    """Parse JSON text; raises ValueError also for values that cannot be serialized again."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(value, ensure_ascii=False).encode()  # rejects lone surrogates
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def read_action(text: str) -> Any:
    """Parse an action, refusing invalid JSON and too large input."""
    if len(text) > MAX_ACTION_BYTES:
        raise IllegalAction("malformed", NOT_AN_ACTION)
    try:
        return parse_json(text)
    except ValueError:
        raise IllegalAction("malformed", NOT_AN_ACTION) from None


def read_int(text: str, refusal: str) -> int:
    """Parse a whole number; raises the refusal of that code for anything else."""
    number = whole_number(text, digits=MAX_DIGITS)
    if number is None:
        raise refuse(refusal)
    return number


def posted_int(request: HttpRequest, key: str, refusal: str) -> int:
    """Parse a posted whole number; raises the refusal of that code for anything else."""
    return read_int(request.POST.get(key, ""), refusal)


def posted_text(request: HttpRequest, key: str, refusal: str) -> str:
    """Return a posted text, refusing NUL, the one character that Postgres cannot store."""
    text: str = request.POST.get(key, "")
    if "\0" in text:
        raise refuse(refusal)
    return text


SIGNED_OUT = gettext_noop("You’re not signed in.")
PLAYS_A_MINUTE = 240
"""Rate limit of a person's requests at tables, over HTTP and the WebSocket together."""

STATUS_OF = {"stale_version": 409, "seat_taken": 409, "too_late": 409, "paused": 409,
             "not_starting": 409, "not_running": 409, "stand_in": 409,
             "not_seated": 403, "taken_over": 403, "not_owner": 403,
             "not_steady": 403, "turned_away": 403,
             "too_often": 429, "busy": 409}  # fmt: skip


def refusal_status(refusal: Refusal) -> int:
    """Return the HTTP status that says what kind of refusal this is."""
    return STATUS_OF.get(refusal.code, 422)


def refusal_sentence(refusal: Refusal, code: str) -> str:
    """Return a refusal in the reader's language, with the names of this match."""
    match = Match.objects.filter(code=code).first() if code else None
    if match is None:
        return phrase_text(refusal.phrase, None, ())
    names = seat_names(list(match.seats.order_by("number")))
    return phrase_text(refusal.phrase, match.rules, names)


def refusal_response(request: HttpRequest, refusal: Refusal, code: str = "") -> HttpResponse:
    """Answer a refusal with its sentence as 403, 409 or 422; nothing has changed."""
    sentence = refusal_sentence(refusal, code)
    status = refusal_status(refusal)
    if wants_json(request):
        return JsonResponse({"code": refusal.code, "sentence": sentence}, status=status)
    context = {"sentence": sentence, "code": refusal.code, "match_code": code, "oob": True}
    if getattr(request, "htmx", False):
        return render(request, "matches/_notice.html", context, status=status)
    return render(request, "matches/refused.html", context, status=status)


def signed_out_response(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to log-in after the session has ended, and back to the table afterwards."""
    page = reverse("matches:match", args=[code])
    if wants_json(request):
        return JsonResponse({"code": "signed_out", "sentence": gettext(SIGNED_OUT)}, status=401)
    return redirect_response(request, redirect_to_login(page).url)


def redirect_response(request: HttpRequest, url: str) -> HttpResponse:
    """Redirect the browser, through htmx or plainly."""
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)


def wants_json(request: HttpRequest) -> bool:
    """Tell whether the client is a program rather than a page."""
    return request.headers.get("Accept", "").startswith("application/json")
