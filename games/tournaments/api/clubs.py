"""A club's events for programs: make one, hold it again, save and import its file; its honours."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, cast
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils import translation
from ninja import Field, Query, Router
from ninja.errors import HttpError
from pydantic import BaseModel, ConfigDict
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.clubs.access import ClubNotFound, access_club, access_club_as_director
from accounts.clubs.models import Club
from accounts.throttle import throttle
from accounts.tokens.calls import PageTold, Paging, organising, owner_of, paged
from games.matches import converters as converters
from games.registry import UnknownGame, current_rules
from games.tournaments.access import TournamentNotFound, access_as_director, access_tournament
from games.tournaments.api.events import EventTold, event_told
from games.tournaments.forms.event import event_form_of
from games.tournaments.forms.parse import storable
from games.tournaments.models import Season
from games.tournaments.selectors.clubs import season_rows
from games.tournaments.selectors.fame import Title, event_titles, season_titles, titles_of
from games.tournaments.services.bring_in import event_import
from games.tournaments.services.create import tournament_create
from games.tournaments.services.repeat import tournament_repeat
from games.tournaments.show.event import event_view
from games.tournaments.views.exports import whole_event
from games.tournaments.views.gate import POSTS_A_MINUTE, refused_where_busy
from games.tournaments.views.repeats import zone_named
from games.tournaments.views.settings import IMPORTS_A_MINUTE

router = Router(tags=["club events"])
MOST_IN_A_VALUE = 4000
Id = Annotated[str, Field(description="yours; the same id again returns the event it made")]
Value = str | int | bool | list[str | int] | None


class NewEvent(BaseModel):
    """An event to be made; what is left out is as the form on the site has it at first."""

    model_config = ConfigDict(extra="forbid")
    game: str
    name: str
    format: str = Field("", description="swiss, pods, round_robin, knockout, …")
    settings: dict[str, Value] = Field(
        {}, description="the fields of the site’s form, such as rounds, starts_at, entry, series"
    )
    options: dict[str, Any] = Field({}, description="the game's, as docs/spec has them")
    request_id: Id = ""


class Again(BaseModel):
    """How an event is to be held again."""

    model_config = ConfigDict(extra="forbid")
    entrants: bool = Field(False, description="enter those who played, too")
    time_zone: str = Field("UTC", description="in which its time of day stays, as Europe/Dublin")
    request_id: Id = ""


class FileTold(TypedDict):
    """A whole event, as docs/tournaments.md describes it: all of it follows from `actions`."""

    format: str
    about: dict[str, Any]
    versions: dict[str, Any]
    actions: list[dict[str, Any]]
    names: Annotated[dict[str, str], Field(description="by entry")]
    settings: dict[str, Any]
    phase: str
    entries: list[dict[str, Any]]
    missed: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    penalties: list[dict[str, Any]]
    standings: list[dict[str, Any]]


class SeasonTold(TypedDict):
    """A club's season or series."""

    season: Annotated[int, Field(description="its number: names it in calls and as a setting")]
    name: str
    series: bool
    open: bool
    best_of: Annotated[int | None, Field(description="how many results count; null: all")]
    points: Annotated[list[int] | None, Field(description="by place; null: a share of 100")]
    attendance: int


class SeasonLine(TypedDict):
    """A line of its table."""

    place: int
    name: Annotated[str | None, Field(description="null if the account is gone")]
    points: int
    won: int
    best: int
    played: int


class SeasonTable(SeasonTold):
    """A season or series with its table."""

    table: list[SeasonLine]


class TitleTold(TypedDict):
    """What somebody won."""

    title: str
    champions: list[str]
    at: datetime | None


class EarlierTold(TypedDict):
    """A champion from before the club's events were held here."""

    year: int
    title: str
    champion: str


class ChampionsTold(PageTold):
    """A page of a club's champions by event, and all others."""

    events: list[TitleTold]
    seasons: list[TitleTold]
    earlier: list[EarlierTold]


@router.post("/clubs/{slug}/tournaments", auth=organising, response=EventTold)
def event_create(request: HttpRequest, slug: str, wanted: NewEvent) -> EventTold:
    """Create an event in a club one directs; it is in preparation."""
    throttle(request, "event", limit=POSTS_A_MINUTE, seconds=60)
    club = _directed(request, slug)
    try:
        rules = current_rules(wanted.game)
    except UnknownGame:
        raise HttpError(404, "There is no such game.") from None
    given = {key: _sent(value) for key, value in wanted.settings.items() if value is not None}
    given["name"] = _sent(wanted.name)
    if wanted.format:
        given["format"] = _sent(wanted.format)
    with translation.override("en"):
        form = event_form_of(rules, club, given, wanted.options)
        if not form.is_valid():
            raise HttpError(422, _first_error(form.errors.get_json_data()))
    made = tournament_create(
        actor=owner_of(request),
        club=club,
        config=form.config(),
        about=form.about_event(),
        request_id=wanted.request_id,
    )
    return event_told(made)


def _sent(value: Any) -> Any:
    """Return a value as a browser sends it, False for a box without a tick.

    Refuses texts that cannot be stored.
    """
    if isinstance(value, list):
        return [_sent(one) for one in value]
    if isinstance(value, bool):
        return "on" if value else False
    return storable(str(value), MOST_IN_A_VALUE)


def _first_error(errors: dict[str, list[dict[str, str]]]) -> str:
    """Return what is wrong with the first field that is not right."""
    [name, found], *_ = errors.items()
    said = found[0]["message"]
    return said if name == "__all__" else f"{name}: {said}"


@router.post("/tournaments/{code:code}/repeat", auth=organising, response=EventTold)
def event_repeat(request: HttpRequest, code: str, wanted: Again) -> EventTold:
    """Make an event like one that has started, on the same weekday of a week to come."""
    throttle(request, "event", limit=POSTS_A_MINUTE, seconds=60)
    zone: ZoneInfo | None = zone_named(_sent(wanted.time_zone))
    if zone is None:
        raise HttpError(422, "There is no such time zone.")
    with refused_where_busy(code):
        try:
            access = access_as_director(request.user, code)
        except TournamentNotFound:
            raise HttpError(404, "There is no such event.") from None
        made = tournament_repeat(
            tournament=access.tournament,
            actor=owner_of(request),
            zone=zone,
            with_entrants=wanted.entrants,
            request_id=wanted.request_id,
        )
    return event_told(made)


@router.get("/tournaments/{code:code}/file", response=FileTold)
def event_file(request: HttpRequest, code: str) -> FileTold:
    """Return the whole event as the file that another Kibitz imports."""
    try:
        return cast(FileTold, whole_event(event_view(access_tournament(request.user, code))))
    except TournamentNotFound:
        raise HttpError(404, "There is no such event.") from None


ANY_FILE = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


@router.post(
    "/clubs/{slug}/tournaments/import",
    auth=organising,
    response=EventTold,
    openapi_extra=ANY_FILE,
)
def event_bring(request: HttpRequest, slug: str) -> EventTold:
    """Import a finished event from its file, which is the body."""
    throttle(request, "import", limit=IMPORTS_A_MINUTE, seconds=60)
    club = _directed(request, slug)
    return event_told(event_import(actor=owner_of(request), club=club, data=request.body))


@router.get("/clubs/{slug}/seasons", response=list[SeasonTold])
def seasons(request: HttpRequest, slug: str) -> list[SeasonTold]:
    """List a club's seasons and series, the latest first."""
    return [_season(one) for one in _club(request, slug).seasons.all()]


@router.get("/clubs/{slug}/seasons/{int:number}", response=SeasonTable)
def season(request: HttpRequest, slug: str, number: int) -> SeasonTable:
    """Show the table of a season or series."""
    found = _club(request, slug).seasons.filter(pk=number).first()
    if found is None:
        raise HttpError(404, "There is no such season.")
    return {
        **_season(found),
        "table": [
            {
                "place": row["place"],
                "name": None if row["user"] is None else row["user"].username,
                "points": row["total"],
                "won": row["wins"],
                "best": row["best"],
                "played": row["played"],
            }
            for row in season_rows(found)
        ],
    }


@router.get("/clubs/{slug}/champions", response=ChampionsTold)
def champions(request: HttpRequest, slug: str, asked: Query[Paging]) -> ChampionsTold:
    """List who won a club's events, a page at a time, its seasons and series, and before."""
    club = _club(request, slug)
    rows, about = paged(event_titles(club), asked)
    return {
        **about,
        "events": [_title(one) for one in titles_of(rows)],
        "seasons": [_title(one) for one in season_titles(club)],
        "earlier": [
            {"year": one.year, "title": one.title, "champion": one.name}
            for one in club.earlier_champions.all()
        ],
    }


def _title(one: Title) -> TitleTold:
    return {"title": one.name, "champions": [who.name for who in one.champions], "at": one.at}


def _season(one: Season) -> SeasonTold:
    return {
        "season": one.pk,
        "name": one.name,
        "series": one.is_series,
        "open": one.is_open,
        "best_of": one.best_of,
        "points": one.points,
        "attendance": one.attendance,
    }


def _club(request: HttpRequest, slug: str) -> Club:
    try:
        return access_club(request.user, slug).club
    except ClubNotFound:
        raise HttpError(404, "There is no such club.") from None


def _directed(request: HttpRequest, slug: str) -> Club:
    try:
        return access_club_as_director(request.user, slug).club
    except ClubNotFound:
        raise HttpError(404, "There is no such club.") from None
