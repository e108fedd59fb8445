"""Answers to requests that fail outside our views: a page for people, JSON for programs.

The API (`/api/`) answers every refusal as `{code, detail}`. Most are made by its calls
(`config/api.py`); the middleware here covers what the framework refuses around them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from django.core.exceptions import (
    BadRequest,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db.utils import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.defaults import page_not_found, permission_denied
from psycopg.errors import IdleInTransactionSessionTimeout
from psycopg_pool import PoolTimeout

from games.engine.text import gettext_noop
from games.registry import UnknownGame, UnknownRules

API = "/api/"
CODES = {
    400: "unreadable",
    401: "no_key",
    403: "not_allowed",
    404: "not_found",
    405: "wrong_method",
    413: "too_large",
    422: "invalid",
    429: "too_often",
    500: "broken",
    503: "out_of_reach",
}
"""The codes of refusals that no rule of a game makes."""
SENTENCES = {
    400: "This could not be read.",
    404: "There is nothing at this address.",
    405: "There is no such method at this address.",
    413: "This is too long to be read.",
    500: "Something broke. It is in the site's log.",
    503: "The site cannot store anything at this moment. Please try again.",
}
GONE = gettext_noop("This game is no longer available here.")
RULESET_GONE = gettext_noop("This site no longer has the rules that this match is played by.")

TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
UNREADABLE = (BadRequest, MultiPartParserError, *TOO_LARGE)
OUT_OF_REACH = (OperationalError, InterfaceError, PoolTimeout)

GetResponse = Callable[[HttpRequest], HttpResponse]


def code_of(status: int) -> str:
    """Return the code of a refusal with this status."""
    return CODES.get(status, "refused")


def wants_json(request: HttpRequest) -> bool:
    """Tell whether the client is a program rather than a browser."""
    return request.headers.get("Accept", "").startswith("application/json")


class ApiRefusalsMiddleware:
    """Turns an error page under `/api/` into JSON. Must precede what sets Content-Length."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        status = response.status_code
        is_json = "json" in response.get("Content-Type", "") and status < 500
        if status >= 400 and not is_json and request.path_info.startswith(API):
            body = {"code": code_of(status), "detail": SENTENCES.get(status, "This was refused.")}
            response.content = json.dumps(body).encode()
            response["Content-Type"] = "application/json; charset=utf-8"
        return response


class GoneGameMiddleware:
    """Answers 410 if a request needs a game or ruleset that was removed. Must be the innermost.

    Its rows stay, lists name such a game by its key, and everything works again once its folder is
    back.
    """

    def __init__(self, get_response: GetResponse) -> None:
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
        if request.path_info.startswith(API):
            return JsonResponse({"code": code, "detail": sentence}, status=410)
        if wants_json(request):
            return JsonResponse({"code": code, "sentence": sentence}, status=410)
        page = "matches/_notice.html" if getattr(request, "htmx", False) else "410.html"
        return render(request, page, {"sentence": sentence}, status=410)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request: 413 if it is too large, else 400.

    Rendered without the request, which may be unreadable.
    """
    status = 413 if isinstance(exception, TOO_LARGE) else 400
    if wants_json(request):
        return JsonResponse({"code": code_of(status), "sentence": SENTENCES[status]}, status=status)
    return render(None, f"{status}.html", status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an unknown address; 400 or 413 if the request turns out to be malformed."""
    try:
        return page_not_found(request, exception)
    except UNREADABLE as unreadable:
        return bad_request(request, unreadable)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that is not permitted; 400 or 413 if it turns out to be malformed."""
    try:
        return permission_denied(request, exception)
    except UNREADABLE as unreadable:
        return bad_request(request, unreadable)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an error: 503 if the database is gone, full or busy, else 500.

    Rendered without the database. A 503 does not say whether the action was carried out; retrying
    it with the same id is safe.
    """
    error = sys.exc_info()[1]
    gave_up = error is not None and isinstance(error.__cause__, IdleInTransactionSessionTimeout)
    if not (gave_up or isinstance(error, OUT_OF_REACH)):
        return render(None, "500.html", status=500)
    if wants_json(request):
        body = {"code": code_of(503), "sentence": gettext(SENTENCES[503])}
        answer: HttpResponse = JsonResponse(body, status=503)
    else:
        answer = render(None, "503.html", status=503)
    answer["Retry-After"], answer["Cache-Control"] = "2", "no-store"
    return answer
