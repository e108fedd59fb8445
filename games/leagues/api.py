"""Leagues for programs: what the pages show to whoever asks; a division's event has the rest."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Router
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.clubs.access import ClubNotFound, access_club
from games.leagues.access import access_league
from games.leagues.models import League, LeagueSeason
from games.leagues.selectors.listing import leagues_listed
from games.leagues.selectors.page import champions_shown, league_page

router = Router(tags=["leagues"])


class LeagueTold(TypedDict):
    """A club's league."""

    league: Annotated[int, Field(description="its number, which the other call names it by")]
    name: str
    game: str
    open: bool
    players: int
    season: Annotated[int, Field(description="the newest one; 0 before the first")]


class DivisionRow(TypedDict):
    """Somebody in a division."""

    place: Annotated[int | None, Field(description="none before the first result")]
    name: str | None
    points: str
    played: int
    zone: Annotated[str, Field(description='"up", "down", or empty')]


class DivisionTold(TypedDict):
    """A division, the first one on top; its event tells rounds, tables and results."""

    division: int
    event: str | None
    over: bool
    rows: list[DivisionRow]


class Champions(TypedDict):
    """Who won a season that is over."""

    season: int
    names: list[str | None]


class SeasonTold(LeagueTold):
    """A league with the divisions of its newest season, and its champions."""

    starts_at: datetime | None
    divisions: list[DivisionTold]
    final: str | None
    champions: list[Champions]


@router.get("/clubs/{slug}/leagues", response=list[LeagueTold])
def leagues(request: HttpRequest, slug: str) -> list[LeagueTold]:
    """List a club's leagues, the open ones first."""
    try:
        club = access_club(request.user, slug).club
    except ClubNotFound:
        raise HttpError(404, "There is no such club.") from None
    return [_told(one.league, one.players, one.season) for one in leagues_listed(club)]


@router.get("/clubs/{slug}/leagues/{int:number}", response=SeasonTold)
def league(request: HttpRequest, slug: str, number: int) -> SeasonTold:
    """Show the divisions of a league's newest season as they stand, and who won before."""
    try:
        found, _ = access_league(request.user, slug, number)
    except ClubNotFound:
        raise HttpError(404, "There is no such league.") from None
    return league_told(found, request.user)


def league_told(found: League, user: Any) -> SeasonTold:
    """Return a league with its divisions, as its page shows them to somebody."""
    shown = league_page(found, user)
    season, final = shown["season"], shown["final"]
    return {
        **_told(found, found.members.count(), season),
        "starts_at": None if season is None else season.starts_at,
        "divisions": [_division(one) for one in shown["divisions"]],
        "final": None if final is None else final.code,
        "champions": [
            {"season": past.number, "names": [one and one.get_username() for one in people]}
            for past, people in champions_shown(found)
        ],
    }


def _told(league: League, players: int, season: LeagueSeason | None) -> LeagueTold:
    return {
        "league": league.pk,
        "name": league.name,
        "game": league.game,
        "open": league.is_open,
        "players": players,
        "season": 0 if season is None else season.number,
    }


def _division(shown: Any) -> DivisionTold:
    return {
        "division": shown.number,
        "event": None if shown.event is None else shown.event.code,
        "over": shown.is_over,
        "rows": [
            {
                "place": row.place,
                "name": row.user and row.user.get_username(),
                "points": row.points,
                "played": row.played,
                "zone": row.zone,
            }
            for row in shown.rows
        ],
    }
