"""Matches for programs: lists, one match, and a seat held by a member's own program.

What a program is told goes through the same gate and the same `observe` as a page.
"""

from __future__ import annotations

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema
from ninja.errors import HttpError

from accounts.throttle import throttle
from accounts.tokens.calls import (
    CALLS_A_MINUTE,
    GUESTS_CALLS_A_MINUTE,
    Paging,
    check_plays,
    identify,
    paged,
    player_of,
)
from accounts.tokens.models import Token
from games.matches import converters as converters
from games.matches.access import Access, MatchNotFound, access_match
from games.matches.history import ended_for
from games.matches.models import DEFAULT_RESERVE_SECONDS, DEFAULT_TURN_SECONDS, Match
from games.matches.selectors import (
    open_tables,
    own_matches,
    position_shown,
    running_matches,
)
from games.matches.services.match_act import match_act
from games.matches.services.match_start import seat_ready, seat_reveal
from games.matches.services.table_create import own_table_open
from games.matches.services.table_seats import table_sit, table_stand
from games.registry import all_rules

router = Router(tags=["matches"])
NO_MATCH = "There is no such match."
UNRATED_ONLY = "Programs play unrated matches only."
LISTS = {
    "open": (open_tables, "-created_at"),
    "running": (running_matches, "-created_at"),
    "finished": (ended_for, "-finished_at"),
}
"""What is listed, and which is the newest."""


def caller(request: HttpRequest) -> Token | None:
    """Return the key of whoever calls, None for a guest; count the call.

    One with a key that is not known counts as a guest's: keys are not to be tried out either.
    """
    try:
        token = identify(request)
    except HttpError:
        _count(request, GUESTS_CALLS_A_MINUTE)
        raise
    _count(request, CALLS_A_MINUTE if token else GUESTS_CALLS_A_MINUTE)
    return token


def _count(request: HttpRequest, limit: int) -> None:
    throttle(request, "api", limit=limit, seconds=60)


def playing(request: HttpRequest) -> Token:
    """Let in a key that may play, before anything that was sent is looked at."""
    return check_plays(caller(request))


class MatchList(Paging):
    """Which matches: by state, by game."""

    status: str = "finished"
    game: str = Field("", pattern=r"^\w{0,40}$")


class NewTable(Schema):
    """A table to be opened; what is left out is as usual."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    bots: list[str] = []
    visibility: Literal["public", "unlisted", "private"] = "public"
    turn_seconds: int = DEFAULT_TURN_SECONDS
    reserve_seconds: int = DEFAULT_RESERVE_SECONDS


class Ready(Schema):
    """SHA-256 of the seat's part of the shuffle, as the record format says."""

    seat_commitment: str


class Reveal(Schema):
    """The part of the shuffle that was committed to."""

    contribution: str


class Act(Schema):
    """An action, the version it was chosen at, and an id that makes sending it again harmless."""

    action: dict[str, Any]
    version: int
    action_id: str


@router.get("/games")
def games(request: HttpRequest) -> list[dict[str, Any]]:
    """List the games, with their seat counts and computer players."""
    return [
        {
            "key": key,
            "title": str(rules.meta.title),
            "ruleset": rules.meta.ruleset,
            "seats": list(rules.meta.allowed_seats()),
            "bots": list(rules.bots),
        }
        for key, rules in all_rules().items()
    ]


@router.get("/matches")
def matches(request: HttpRequest, asked: Query[MatchList]) -> dict[str, Any]:
    """List open tables, running or finished matches that one may see, the newest first.

    Of the finished ones the newest is the one that ended last.
    """
    if asked.status not in LISTS:
        raise HttpError(422, "status is one of open, running, finished.")
    listed, newest = LISTS[asked.status]
    rows = listed(request.user).prefetch_related("seats")
    if asked.game:
        rows = rows.filter(game=asked.game)
    found, about = paged(rows.order_by(newest, "-pk"), asked)
    return {**about, "matches": [match_json(match) for match in found]}


@router.get("/matches/{code:code}")
def match(request: HttpRequest, code: str) -> dict[str, Any]:
    """Tell about one match: who sits where, how far it is, how it ended."""
    return match_json(_access(request, code).match)


@router.get("/matches/{code:code}/view")
def view(request: HttpRequest, code: str) -> dict[str, Any]:
    """Show the position as one may see it: a seat its own cards, everybody else what lies open.

    For a seat that may act now, `legal` lists the actions there are.
    """
    access = _access(request, code)
    found = {**match_json(access.match), "seat": access.seat.number if access.seat else None}
    if access.match.version == 0:
        return {**found, "view": None, "legal": []}
    shown, legal = position_shown(access)
    return {**found, "view": shown, "legal": legal}


@router.get("/me", auth=playing)
def me(request: HttpRequest) -> dict[str, Any]:
    """Tell whose key this is, and where they sit."""
    user = player_of(request)
    return {
        "name": user.get_username(),
        "matches": [match_json(one) for one in own_matches(user)],
    }


@router.post("/tables", auth=playing)
def table_open(request: HttpRequest, wanted: NewTable) -> dict[str, Any]:
    """Open an unrated table: oneself in seat 0, computer players in the seats after."""
    made = own_table_open(owner=player_of(request), rated=False, **wanted.dict())
    return match_json(made)


@router.post("/matches/{code:code}/sit", auth=playing)
def sit(request: HttpRequest, code: str) -> dict[str, Any]:
    """Sit down in the first empty seat."""
    user = player_of(request)
    _unrated(_access(request, code))
    return match_json(table_sit(code=code, user=user))


@router.post("/matches/{code:code}/stand", auth=playing)
def stand(request: HttpRequest, code: str) -> dict[str, Any]:
    """Leave a table before it becomes a match."""
    user = player_of(request)
    _access(request, code)
    return match_json(table_stand(code=code, user=user))


@router.post("/matches/{code:code}/ready", auth=playing)
def ready(request: HttpRequest, code: str, sent: Ready) -> dict[str, Any]:
    """Get ready: commit to a part of the shuffle."""
    user = player_of(request)
    _unrated(_access(request, code))
    return match_json(seat_ready(code=code, user=user, seat_commitment=sent.seat_commitment))


@router.post("/matches/{code:code}/reveal", auth=playing)
def reveal(request: HttpRequest, code: str, sent: Reveal) -> dict[str, Any]:
    """Reveal what was committed to, when the match asks for it."""
    user = player_of(request)
    _access(request, code)
    return match_json(seat_reveal(code=code, user=user, contribution=sent.contribution))


@router.post("/matches/{code:code}/act", auth=playing)
def act(request: HttpRequest, code: str, sent: Act) -> dict[str, Any]:
    """Carry out an action in one's seat."""
    user = player_of(request)
    _unrated(_access(request, code))
    done = match_act(
        code=code, user=user, action=sent.action, version=sent.version, action_id=sent.action_id
    )
    return {"ply": done.ply, "version": done.version, "head": done.head}


def _access(request: HttpRequest, code: str) -> Access:
    """Return the match through the one gate; 404 for what does not exist for this caller."""
    try:
        return access_match(request.user, code)
    except MatchNotFound:
        raise HttpError(404, NO_MATCH) from None


def _unrated(access: Access) -> None:
    """Refuse a program a part in what counts for ratings."""
    if access.match.rated:
        raise HttpError(403, UNRATED_ONLY)


def match_json(match: Match) -> dict[str, Any]:
    """Return what everybody who may see a match is told about it."""
    return {
        "match": match.code,
        "game": match.game,
        "ruleset": match.ruleset,
        "options": match.options,
        "status": match.status,
        "rated": match.rated,
        "version": match.version,
        "ply": match.ply,
        "to_act": match.to_act,
        "deadline_at": match.deadline_at,
        "commitment": match.commitment,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "result": match.result,
        "seats": [
            {
                "seat": seat.number,
                "name": seat.name,
                "bot": seat.player_bot,
                "ready": seat.is_ready,
                "rank": seat.rank,
                "score": seat.score,
            }
            for seat in match.seats.all()
        ],
    }
