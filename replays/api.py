"""Records for programs."""

from __future__ import annotations

from typing import (
    Annotated,
    Any,
    NotRequired,  # pydantic wants these before Python 3.12
    cast,
)

from django.http import HttpRequest
from ninja import Field, Router
from ninja.errors import HttpError
from typing_extensions import TypedDict

from games.matches import converters as converters
from games.matches.api_answers import ResultTold
from games.matches.export import record_json
from replays.access import ReplayNotFound, access_finished

router = Router(tags=["matches"])


class DealTold(TypedDict):
    """What the tables of a duplicate event's round share: the seed follows from it."""

    event: Annotated[str, Field(description="the event's commitment")]
    parts: Annotated[list[str], Field(description="what its entrants contributed, by number")]


class FairnessTold(TypedDict):
    """What proves the shuffle; the lists go by seat."""

    secret: str
    commitment: str
    seat_commitments: list[str]
    contributions: list[str]
    deal: NotRequired[Annotated[DealTold, Field(description="in duplicate events alone")]]


class RecordTold(TypedDict):
    """A record, as docs/spec/record.md has it."""

    format: str
    match: str
    game: str
    rules: int
    options: dict[str, Any]
    seats: Annotated[list[str], Field(description="names, by seat")]
    seed: str
    fairness: FairnessTold | None
    actions: Annotated[
        list[dict[str, Any]],
        Field(description="each `seat`, `action`, `at` (milliseconds), and `auto` where it was"),
    ]
    result: ResultTold | None
    head: str


@router.get("/matches/{code:code}/record", response=RecordTold)
def record(request: HttpRequest, code: str) -> RecordTold:
    """Send the record of a finished match."""
    try:
        return cast(RecordTold, record_json(access_finished(request.user, code).match))
    except ReplayNotFound:
        raise HttpError(404, "There is no such record.") from None
