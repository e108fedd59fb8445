"""The programs' interface: each app's calls under one address, counted. Wiring only."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from accounts.tokens.calls import CALLS_A_MINUTE, GUESTS_CALLS_A_MINUTE, identify
from games.engine.contract import Refusal
from games.matches.answers import refusal_sentence, refusal_status
from games.matches.api import router as matches
from games.matches.throttle import Throttled, throttle
from games.ratings.api import router as ladders
from games.tournaments.api import router as tournaments
from replays.api import router as replays


def caller(request: HttpRequest) -> Any:
    """Return the key of whoever calls, or that it is a guest; count the call."""
    token = identify(request)
    limit = CALLS_A_MINUTE if token else GUESTS_CALLS_A_MINUTE
    throttle(request, "api", limit=limit, seconds=60)
    return token or "guest"


CODES = {400: "unreadable", 401: "no_key", 403: "not_allowed", 404: "not_found", 422: "invalid"}
"""What refusals are called that no rule of a table makes."""

api = NinjaAPI(
    title="Kibitz",
    version="1",
    description="Matches, records, players, ladders and tournaments; and a seat for your program.",
    urls_namespace="api",
    docs_url=None,  # its page brings script from elsewhere; docs/api.md says what there is
    auth=caller,
)
for router in (matches, ladders, tournaments, replays):
    api.add_router("", router)


@api.exception_handler(Refusal)
def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer a refusal with its code and its sentence, in English."""
    status = 429 if isinstance(refusal, Throttled) else refusal_status(refusal)
    code = request.resolver_match.kwargs.get("code", "") if request.resolver_match else ""
    with translation.override("en"):
        body = {"code": refusal.code, "detail": refusal_sentence(refusal, code)}
    return api.create_response(request, body, status=status)


@api.exception_handler(HttpError)
def not_answered(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Answer what was refused before anything was looked at in the same form."""
    body = {"code": CODES[error.status_code], "detail": error.message}
    return api.create_response(request, body, status=error.status_code)


@api.exception_handler(ValidationError)
def not_understood(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Name each part of a call that is missing or of another kind, in one sentence."""
    parts = [f"{one['loc'][-1]}: {one['msg']}" for one in error.errors]
    body = {"code": CODES[422], "detail": "; ".join(parts) + "."}
    return api.create_response(request, body, status=422)
