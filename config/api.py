"""The programs' interface: each app's calls under one address, counted. Wiring only."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.operation import Operation

from accounts.tokens.calls import caller
from config.api_description import describe_all
from config.api_refusals import code_of
from games.engine.contract import Refusal
from games.matches.answers import refusal_sentence, refusal_status
from games.matches.api import router as matches
from games.ratings.api import router as ladders
from games.tournaments import answers as of_events
from games.tournaments.api import router as tournaments
from games.tournaments.api_directing import router as directing
from games.tournaments.refusals import EventRefusal
from games.tournaments.text import TournamentRefusal
from replays.api import router as replays


def anybody(request: HttpRequest) -> Any:
    """Let in whoever calls, counted: with a key, or as a guest."""
    return caller(request) or "guest"


class Described(NinjaAPI):
    """An interface whose description tells of keys and refusals, too, in short names."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return what clients that are made from the description call a call."""
        return operation.view_func.__name__

    def get_openapi_schema(self, **asked: Any) -> Any:
        """Return what is served as openapi.json."""
        description = super().get_openapi_schema(**asked)
        describe_all(description)
        return description


api = Described(
    title="Kibitz",
    version="1",
    description="Matches, records, players, ladders and tournaments; and a seat for your program.",
    urls_namespace="api",
    docs_url=None,  # its page brings script from elsewhere; docs/api.md says what there is
    auth=anybody,
)
for router in (matches, ladders, tournaments, directing, replays):
    api.add_router("", router)


@api.exception_handler(Refusal)
def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer a refusal with its code and its sentence, in English."""
    code = request.resolver_match.kwargs.get("code", "") if request.resolver_match else ""
    with translation.override("en"):
        body = {"code": refusal.code, "detail": refusal_sentence(refusal, code)}
    return api.create_response(request, body, status=refusal_status(refusal))


@api.exception_handler(EventRefusal)
@api.exception_handler(TournamentRefusal)
def refused_of_event(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer what an event refuses with its code and its sentence, in English."""
    code = request.resolver_match.kwargs.get("code", "") if request.resolver_match else ""
    with translation.override("en"):
        said = of_events.refusal_sentence(request.user, refusal, code)
    body = {"code": refusal.code, "detail": said}
    return api.create_response(request, body, status=of_events.refusal_status(refusal))


@api.exception_handler(HttpError)
def not_answered(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Answer what was refused before anything was looked at in the same form."""
    return _told(request, error.status_code, error.message.rstrip(".") + ".")


@api.exception_handler(ValidationError)
def not_understood(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Name each part of a call that is missing or of another kind, in one sentence."""
    parts = [f"{one['loc'][-1]}: {one['msg']}" for one in error.errors]
    return _told(request, 422, "; ".join(parts) + ".")


@api.exception_handler(RequestDataTooBig)
def not_read(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    """Refuse to read more than Django reads of a request."""
    return _told(request, 413, "This is too long to be read.")


def _told(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    body = {"code": code_of(status), "detail": sentence}
    return api.create_response(request, body, status=status)
