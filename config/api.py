"""The API: each app's calls under one address, rate-limited, and the description of them all."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.operation import Operation

from accounts.clubs.refusals import FORBIDDEN as OF_CLUBS
from accounts.clubs.refusals import ClubRefusal
from accounts.tokens.calls import caller
from config.error_responses import SENTENCES, code_of
from games.broadcasts.api import router as broadcasts
from games.challenges.api import router as challenges
from games.engine.contract import Refusal
from games.leagues.api import router as leagues
from games.leagues.api_actions import router as league_actions
from games.luck.api import router as luck
from games.matches.api import router as matches
from games.matches.requests import refusal_sentence, refusal_status
from games.ratings.api import router as ladders
from games.tournaments.api.clubs import router as club_events
from games.tournaments.api.directing import router as directing
from games.tournaments.api.events import router as tournaments
from games.tournaments.direct.text import TournamentRefusal
from games.tournaments.refusals import EventRefusal
from games.tournaments.views import gate as of_events
from replays.api.coach import router as coach
from replays.api.courses import router as courses
from replays.api.matches import router as replays
from replays.api.studies import router as studies
from replays.puzzles.api import router as puzzles
from replays.reading.api import router as reading

KEY = {
    "type": "http",
    "scheme": "bearer",
    "description": "A key made under “Keys” in one's account.",
}
REFUSAL = {
    "type": "object",
    "title": "Refusal",
    "description": "Why something was not done or is not told.",
    "properties": {
        "code": {"type": "string", "description": "a word for programs"},
        "detail": {"type": "string", "description": "a sentence for people, in English"},
    },
    "required": ["code", "detail"],
}
REFUSED = {
    "description": "A refusal. Its status says of which kind: docs/api.md.",
    "headers": {
        "Retry-After": {
            "description": "With 429: after how many seconds to ask again.",
            "schema": {"type": "integer"},
        }
    },
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
}


def anybody(request: HttpRequest) -> Any:
    """Let in whoever calls, counted: with a key, or as a guest."""
    return caller(request) or "guest"


class Described(NinjaAPI):
    """An API whose description includes keys and refusals, and names each call briefly."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of a call in clients generated from the description."""
        return operation.view_func.__name__

    def get_openapi_schema(self, **asked: Any) -> Any:
        """Return openapi.json; calls that need no key accept one all the same."""
        description = super().get_openapi_schema(**asked)
        parts: dict[str, Any] = description["components"]
        parts["schemas"]["Refusal"] = REFUSAL
        parts["responses"] = {"Refusal": REFUSED}
        parts["securitySchemes"] = {"Key": KEY}
        for calls in description["paths"].values():
            for call in calls.values():
                call["responses"]["default"] = {"$ref": "#/components/responses/Refusal"}
                call.setdefault("security", [{}, {"Key": []}])
        return description


api = Described(
    title="Kibitz",
    version="1",
    description="Matches, records, players, ladders and tournaments; and a seat for your program.",
    urls_namespace="api",
    docs_url=None,  # its page brings script from elsewhere; docs/api.md says what there is
    auth=anybody,
)
for router in (
    matches,
    ladders,
    tournaments,
    directing,
    club_events,
    challenges,
    leagues,
    league_actions,
    luck,
    replays,
    coach,
    studies,
    courses,
    broadcasts,
    puzzles,
    reading,
):
    api.add_router("", router)


@api.exception_handler(Refusal)
def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer a refusal with its code and its sentence, in English."""
    with translation.override("en"):
        sentence = refusal_sentence(refusal, _code_in_address(request))
    return _answer(request, refusal_status(refusal), refusal.code, sentence)


@api.exception_handler(EventRefusal)
@api.exception_handler(TournamentRefusal)
def refused_by_tournament(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer a tournament's refusal with its code and its sentence, in English."""
    with translation.override("en"):
        sentence = of_events.refusal_sentence(request.user, refusal, _code_in_address(request))
    return _answer(request, of_events.refusal_status(refusal), refusal.code, sentence)


@api.exception_handler(ClubRefusal)
def refused_by_club(request: HttpRequest, refusal: ClubRefusal) -> HttpResponse:
    """Answer a club's refusal with its code and its sentence, in English."""
    with translation.override("en"):
        sentence = str(refusal.sentence)
    status = 403 if refusal.code in OF_CLUBS else 422
    return _answer(request, status, refusal.code, sentence)


@api.exception_handler(HttpError)
def refused_early(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Answer, in the same form, what was refused before the call ran."""
    status = error.status_code
    return _answer(request, status, code_of(status), error.message.rstrip(".") + ".")


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Name each missing or invalid part of a call, in one sentence."""
    parts = [f"{one['loc'][-1]}: {one['msg']}" for one in error.errors]
    return _answer(request, 422, code_of(422), "; ".join(parts) + ".")


@api.exception_handler(RequestDataTooBig)
def too_large(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    """Refuse a body larger than Django reads."""
    return _answer(request, 413, code_of(413), SENTENCES[413])


def _code_in_address(request: HttpRequest) -> str:
    return request.resolver_match.kwargs.get("code", "") if request.resolver_match else ""


def _answer(request: HttpRequest, status: int, code: str, detail: str) -> HttpResponse:
    return api.create_response(request, {"code": code, "detail": detail}, status=status)
