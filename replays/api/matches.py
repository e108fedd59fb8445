"""Finished matches for programs: their records, and what luck gave in them."""

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
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from games.luck.models import Ledger
from games.luck.selectors import Line, ledger_of, lines_of
from games.matches import converters as converters
from games.matches.api_answers import ResultTold
from games.matches.export import record_json
from replays.access import ReplayAccess, ReplayNotFound, access_finished

router = Router(tags=["matches"])
DIGITS = 6


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
    return cast(RecordTold, record_json(finished(request, code).match))


class SeatLuckTold(TypedDict):
    """What a seat was due before the deal, and what came of it; the first four add up to `won`."""

    seat: int
    begin: float
    luck: float
    own: Annotated[float, Field(description="what its own decisions gave it")]
    others: float
    won: float
    error: Annotated[float, Field(description="the standard error of luck, and of the decisions")]


class LuckMomentTold(TypedDict):
    """A ply whose chance gave a seat much, or took much; 0 is the deal."""

    ply: int
    seat: int
    luck: float


class LuckTold(TypedDict):
    """A finished match split into luck and decisions, in shares of a win."""

    match: str
    seats: list[SeatLuckTold]
    moments: list[LuckMomentTold]


@router.get("/matches/{code:code}/luck", response=LuckTold)
def match_luck(request: HttpRequest, code: str) -> LuckTold:
    """Tell what luck and decisions gave each seat of a finished match."""
    match = finished(request, code).match
    ledger = ledger_of(match)
    if ledger is None or ledger.state != Ledger.State.DONE:
        raise HttpError(404, "The luck of this match is not known, or not yet.")
    seats: list[SeatLuckTold] = [
        {"seat": seat, **_rounded(one)}  # type: ignore[typeddict-item]
        for seat, one in enumerate(lines_of(ledger))
    ]
    moments: list[LuckMomentTold] = [
        {"ply": ply, "seat": seat, "luck": round(luck, DIGITS)}
        for seat, found in enumerate(ledger.moments)
        for ply, luck in found
    ]
    return {"match": match.code, "seats": seats, "moments": moments}


def _rounded(line: Line) -> dict[str, float]:
    figures = {**line._asdict(), "won": line.won}
    return {name: round(value, DIGITS) for name, value in figures.items()}


def finished(request: HttpRequest, code: str) -> ReplayAccess:
    """Return what the caller may see of a finished match; raises HttpError for none."""
    try:
        return access_finished(request.user, code)
    except ReplayNotFound:
        raise HttpError(404, "There is no such record.") from None
