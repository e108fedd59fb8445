"""Tournaments for programs: what the pages show to whoever asks."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, cast

from django.http import HttpRequest
from ninja import Field, Query, Router
from ninja.errors import HttpError
from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.tokens.calls import PageTold, Paging, paged
from games.luck.api import EstimateTold, estimate_told
from games.matches import converters as converters
from games.tournaments.access import (
    TournamentNotFound,
    access_tournament,
    visible_tournaments,
)
from games.tournaments.direct.round import Round
from games.tournaments.direct.state import State
from games.tournaments.export.tables import Names, pairing_rows, standings_rows
from games.tournaments.models import Tournament
from games.tournaments.show.event import EventView, event_view
from games.tournaments.show.luck import corrected_table, official_places
from games.tournaments.show.standings import reasons_context
from games.tournaments.show.why import why_bye_context, why_table_context

router = Router(tags=["tournaments"])


class EventTold(TypedDict):
    """An event."""

    tournament: Annotated[str, Field(description="its code, which other calls name it by")]
    name: str
    club: str | None
    game: str
    format: str
    phase: Tournament.Phase
    round: Annotated[int, Field(description="the newest; 0 before the first")]
    rounds: Annotated[int, Field(description="how many there will be; 0 where that is open")]
    entries: int
    starts_at: datetime | None
    finished_at: datetime | None


class EventsTold(PageTold):
    """One page of events."""

    tournaments: list[EventTold]


class PairingTold(TypedDict):
    """A seat at a table of a round, or somebody without one; all are texts, as in the CSV file."""

    round: str
    table: str
    seat: Annotated[str, Field(description="from 1, empty for who has none")]
    name: str
    place: str
    score: str
    kind: Annotated[
        str, Field(description="how it counts: played, fwin, floss, bye …; empty while it is open")
    ]


class EventPairings(EventTold):
    """An event, and the pairings of its newest round."""

    pairings: list[PairingTold]


@with_config(ConfigDict(extra="allow"))
class StandingTold(TypedDict):
    """A line of the standings; all are texts. Besides, one for each criterion of the event."""

    place: Annotated[str, Field(description="empty for who has none (yet)")]
    seed: str
    name: str
    club: str
    points: str


class EventStandings(EventTold):
    """An event, and its standings."""

    standings: list[StandingTold]


class WhyTold(TypedDict):
    """Why a table was paired as it was, or why somebody has none."""

    round: int
    table: Annotated[int | None, Field(description="null for an entry without a table")]
    names: list[str]
    why: Annotated[list[str], Field(description="sentences, in the language of the request")]


class PlaceTold(TypedDict):
    """What separates an entry from those next to it in the standings."""

    entry: int
    place: int | None
    why: Annotated[list[str], Field(description="from the one above, then from the one below")]


class CorrectedTold(TypedDict):
    """An entry's matches without luck, in shares of a win a match above what it was due."""

    name: str
    place: Annotated[
        int | None, Field(description="in the official standings; of a team's member, the team's")
    ]
    matches: int
    result: float
    luck: float
    corrected: EstimateTold


class EventLuck(EventTold):
    """An event that is over, and its results without luck, best first; not its official result."""

    corrected: list[CorrectedTold]
    waiting: Annotated[int, Field(description="matches still to be split; no lines before")]


@router.get("/tournaments", response=EventsTold)
def tournaments(request: HttpRequest, asked: Query[Paging]) -> EventsTold:
    """List the events one may see, the newest first."""
    rows = visible_tournaments(request.user).select_related("club").order_by("-created_at", "-pk")
    found, about = paged(rows, asked)
    return {**about, "tournaments": [event_told(one) for one in found]}


@router.get("/tournaments/{code:code}", response=EventPairings)
def tournament(request: HttpRequest, code: str) -> EventPairings:
    """Tell about an event, with the pairings of its newest round."""
    view = _shown(request, code)
    held = view.state.current
    pairings = pairings_told(view.state, held, view.names) if held else []
    return {**event_told(view.tournament), "pairings": pairings}


@router.get("/tournaments/{code:code}/standings", response=EventStandings)
def standings(request: HttpRequest, code: str) -> EventStandings:
    """Show the standings with every criterion."""
    view = _shown(request, code)
    return {
        **event_told(view.tournament),
        "standings": cast(list[StandingTold], _objects(standings_rows(view.state, view.names))),
    }


@router.get("/tournaments/{code:code}/luck", response=EventLuck)
def event_luck(request: HttpRequest, code: str) -> EventLuck:
    """Show the results of an event that is over without the luck of the cards."""
    view = _shown(request, code)
    table = corrected_table(view)
    if table is None:
        raise HttpError(404, "This event has no such table, or not yet.")
    official = official_places(view)
    rows: list[CorrectedTold] = [
        {
            "name": view.names.get(one.entry, ""),
            "place": official.get(one.entry),
            "matches": one.matches,
            "result": round(one.over, 4),
            "luck": round(one.luck, 4),
            "corrected": estimate_told(one.corrected),
        }
        for one in table.shown
    ]
    return {**event_told(view.tournament), "corrected": rows, "waiting": table.waiting}


@router.get("/tournaments/{code:code}/rounds/{round}/tables/{table}/why", response=WhyTold)
def table_why(request: HttpRequest, code: str, round: int, table: int) -> WhyTold:
    """Tell why a table of a round was paired as it was; in an arena, all games are of round 1."""
    return _why_told(why_table_context(_shown(request, code), round, table))


@router.get("/tournaments/{code:code}/rounds/{round}/entries/{entry}/why", response=WhyTold)
def bye_why(request: HttpRequest, code: str, round: int, entry: int) -> WhyTold:
    """Tell why an entry has no table in a round."""
    return _why_told(why_bye_context(_shown(request, code), round, entry))


@router.get("/tournaments/{code:code}/standings/{entry}/why", response=PlaceTold)
def place_why(request: HttpRequest, code: str, entry: int) -> PlaceTold:
    """Tell what separates an entry's place from those above and below."""
    found = reasons_context(_shown(request, code), entry)
    if found is None:
        raise HttpError(404, "There is no such entry in the standings.")
    return {"entry": entry, "place": found["place"], "why": found["sentences"]}


def _why_told(found: dict[str, Any] | None) -> WhyTold:
    if found is None:
        raise HttpError(404, "There is no such table.")
    return {
        "round": found["round_number"],
        "table": found.get("table_number"),
        "names": found["people"],
        "why": found["sentences"],
    }


def pairings_told(state: State, held: Round, names: Names) -> list[PairingTold]:
    """Return the pairings of a round."""
    return cast(list[PairingTold], _objects(pairing_rows(state, held, names)))


def _shown(request: HttpRequest, code: str) -> EventView:
    try:
        return event_view(access_tournament(request.user, code))
    except TournamentNotFound:
        raise HttpError(404, "There is no such event.") from None


def _objects(rows: list[list[str]]) -> list[dict[str, str]]:
    """Return rows whose first one names the columns as objects."""
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def event_told(event: Tournament) -> EventTold:
    """Return what everybody who may see an event is told about it."""
    return {
        "tournament": event.code,
        "name": event.name,
        "club": event.club.name if event.club else None,
        "game": event.game,
        "format": event.format,
        "phase": Tournament.Phase(event.phase),
        "round": event.round,
        "rounds": event.rounds,
        "entries": event.entries,
        "starts_at": event.starts_at,
        "finished_at": event.finished_at,
    }
