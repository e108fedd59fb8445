"""Matches for programs: lists, one match, and a seat held by a member's own program.

What a program is told goes through the same gate and the same `observe` as a page.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Literal, cast

from django.http import HttpRequest
from django.utils import timezone
from ninja import Field, Query, Router, Schema
from ninja.errors import HttpError

from accounts.tokens.calls import Paging, may_play, owner_of, paged, playing
from games.matches import converters as converters
from games.matches.access import Access, MatchNotFound, access_match
from games.matches.api_answers import (
    ChannelTold,
    Done,
    GameTold,
    MatchesTold,
    MatchTold,
    Me,
    PositionTold,
    Seen,
    characters_told,
    lengths_told,
    match_told,
)
from games.matches.history import ended_for
from games.matches.models import DEFAULT_RESERVE_SECONDS, DEFAULT_TURN_SECONDS
from games.matches.selectors import (
    open_tables,
    own_matches,
    position_shown,
    running_matches,
)
from games.matches.services.match_act import match_act
from games.matches.services.match_start import seat_ready, seat_reveal
from games.matches.services.presence import LOOKED_AT, seat_return, seats_seen
from games.matches.services.table_create import own_table_open
from games.matches.services.table_seats import table_sit, table_stand
from games.matches.tv import best_first
from games.registry import all_rules

router = Router(tags=["matches"])
NO_MATCH = "There is no such match."
UNRATED_ONLY = "Programs play unrated matches only."
SEEN_AGAIN_AFTER = timedelta(seconds=5)
LISTS = {
    "open": (open_tables, "-created_at"),
    "running": (running_matches, "-created_at"),
    "finished": (ended_for, "-finished_at"),
}
"""What is listed, and which is the newest."""


class MatchList(Paging):
    """Which matches: by state, by game."""

    status: Literal["open", "running", "finished"] = "finished"
    game: str = Field("", pattern=r"^\w{0,40}$")


class NewTable(Schema):
    """A table to be opened; what is left out is as usual."""

    game: str
    seats: int
    length: Literal["", "quick", "usual", "printed"] = Field(
        "", description="sets the options that `GET /games` lists for it"
    )
    options: dict[str, Any] = Field(
        {}, description="the game's, as docs/spec has them; they go before those of the length"
    )
    bots: list[str] = Field([], description="of the game's computer players, for seats 1, 2, …")
    visibility: Literal["public", "unlisted", "private"] = "public"
    turn_seconds: int = DEFAULT_TURN_SECONDS
    reserve_seconds: int = DEFAULT_RESERVE_SECONDS


class Ready(Schema):
    """SHA-256 of the seat's part of the shuffle, as the record format says."""

    seat_commitment: str = Field(description="64 hex digits")


class Reveal(Schema):
    """The part of the shuffle that was committed to."""

    contribution: str = Field(description="at most 64 characters")


class Act(Schema):
    """An action, the version it was chosen at, and an id that makes sending it again harmless."""

    action: dict[str, Any] = Field(description="one of `legal`, or one more of that form")
    version: int
    action_id: str = Field(description="1 to 64 of A-Z, a-z, 0-9, _ and -; new for each action")


@router.get("/games", response=list[GameTold])
def games(request: HttpRequest) -> list[GameTold]:
    """List the games, with their seat counts, computer players and lengths."""
    return [
        {
            "key": key,
            "title": str(rules.meta.title),
            "ruleset": rules.meta.ruleset,
            "seats": list(rules.meta.allowed_seats()),
            "bots": list(rules.bots),
            "characters": characters_told(rules),
            "lengths": lengths_told(rules.meta),
        }
        for key, rules in all_rules().items()
    ]


@router.get("/matches", response=MatchesTold)
def matches(request: HttpRequest, asked: Query[MatchList]) -> MatchesTold:
    """List open tables, running or finished matches that one may see, the newest first.

    Of the finished ones the newest is the one that ended last.
    """
    listed, newest = LISTS[asked.status]
    rows = listed(request.user).prefetch_related("seats")
    if asked.game:
        rows = rows.filter(game=asked.game)
    found, about = paged(rows.order_by(newest, "-pk"), asked)
    return {**about, "matches": [match_told(match) for match in found]}


@router.get("/tv", response=list[ChannelTold])
def tv(request: HttpRequest) -> list[ChannelTold]:
    """Tell for each game which public match is most worth watching now.

    People come before bots, the better rated before others, the closer match before others.
    """
    best = {game: best_first(request.user, game)[:1] for game in all_rules()}
    return [
        {"game": game, "on_air": match_told(found[0]) if found else None}
        for game, found in best.items()
    ]


@router.get("/matches/{code:code}", response=MatchTold)
def match(request: HttpRequest, code: str) -> MatchTold:
    """Tell about one match: who sits where, how far it is, how it ended."""
    return match_told(_access(request, code).match)


@router.get("/matches/{code:code}/view", response=Seen)
def view(request: HttpRequest, code: str) -> Seen:
    """Show the position as one may see it: a seat its own cards, everybody else what lies open.

    For a seat that may act now, `legal` lists the actions there are. Who looks again and again
    with a key that may play is at the table, as somebody with its page open is.
    """
    access = _access(request, code)
    if may_play(request):
        _note_seen(access)
    told, seat = match_told(access.match), access.seat.number if access.seat else None
    if access.match.version == 0:
        return {**told, "seat": seat, "view": None, "legal": []}
    shown, legal = position_shown(access)
    return {**told, "seat": seat, "view": cast(PositionTold, shown), "legal": legal}


@router.get("/me", auth=playing, response=Me)
def me(request: HttpRequest) -> Me:
    """Tell whose key this is, and where they sit."""
    user = owner_of(request)
    return {
        "name": user.get_username(),
        "matches": [match_told(one) for one in own_matches(user)],
    }


@router.post("/tables", auth=playing, response=MatchTold)
def table_open(request: HttpRequest, wanted: NewTable) -> MatchTold:
    """Open an unrated table: oneself in seat 0, computer players in the seats after."""
    made = own_table_open(owner=owner_of(request), rated=False, **wanted.dict())
    return match_told(made)


@router.post("/matches/{code:code}/sit", auth=playing, response=MatchTold)
def sit(request: HttpRequest, code: str) -> MatchTold:
    """Sit down in the first empty seat."""
    user = owner_of(request)
    _unrated(_access(request, code))
    return match_told(table_sit(code=code, user=user))


@router.post("/matches/{code:code}/stand", auth=playing, response=MatchTold)
def stand(request: HttpRequest, code: str) -> MatchTold:
    """Leave a table before it becomes a match."""
    user = owner_of(request)
    _access(request, code)
    return match_told(table_stand(code=code, user=user))


@router.post("/matches/{code:code}/ready", auth=playing, response=MatchTold)
def ready(request: HttpRequest, code: str, sent: Ready) -> MatchTold:
    """Get ready: commit to a part of the shuffle."""
    user = owner_of(request)
    _unrated(_access(request, code))
    return match_told(seat_ready(code=code, user=user, seat_commitment=sent.seat_commitment))


@router.post("/matches/{code:code}/reveal", auth=playing, response=MatchTold)
def reveal(request: HttpRequest, code: str, sent: Reveal) -> MatchTold:
    """Reveal what was committed to, when the match asks for it."""
    user = owner_of(request)
    _access(request, code)
    return match_told(seat_reveal(code=code, user=user, contribution=sent.contribution))


@router.post("/matches/{code:code}/return", auth=playing, response=MatchTold)
def take_back(request: HttpRequest, code: str) -> MatchTold:
    """Take one's seat back from the bot that stands in since too many turns ran out."""
    user = owner_of(request)
    _unrated(_access(request, code))
    return match_told(seat_return(code=code, user=user))


@router.post("/matches/{code:code}/act", auth=playing, response=Done)
def act(request: HttpRequest, code: str, sent: Act) -> Done:
    """Carry out an action in one's seat."""
    user = owner_of(request)
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


def _note_seen(access: Access) -> None:
    """Let a seat that looks on count as there; written no more often than for a page."""
    seat = access.seat
    if seat is None or seat.user_id is None or access.match.status not in LOOKED_AT:
        return
    age = abs(timezone.now() - seat.seen_at) if seat.seen_at else SEEN_AGAIN_AFTER
    if seat.is_away or age >= SEEN_AGAIN_AFTER:
        seats_seen(pages={(access.match.code, seat.user_id): True})


def _unrated(access: Access) -> None:
    """Refuse a program a part in what counts for ratings."""
    if access.match.rated:
        raise HttpError(403, UNRATED_ONLY)
