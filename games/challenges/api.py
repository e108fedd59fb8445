"""Challenge ladders for programs: what the pages show to whoever asks."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from django.http import HttpRequest
from ninja import Field, Router
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.clubs.access import ClubNotFound, access_club
from games.challenges.access import access_ladder
from games.challenges.models import Challenge, ChallengeLadder
from games.challenges.selectors.ladder import ladder_view

router = Router(tags=["challenge ladders"])


class ChallengeLadderTold(TypedDict):
    """A club's challenge ladder."""

    ladder: Annotated[int, Field(description="its number, which the other call names it by")]
    name: str
    game: str
    open: bool
    players: int


class PlaceTold(TypedDict):
    """One place."""

    place: int
    name: str
    away_until: date | None


class ChallengeTold(TypedDict):
    """A challenge that is not over."""

    challenger: str | None
    challenged: str | None
    status: Challenge.Status
    answer_by: datetime
    play_by: datetime | None
    match: Annotated[str | None, Field(description="its code, once the challenge is accepted")]


class PlacesTold(ChallengeLadderTold):
    """A ladder with its places, the first one first, and its live challenges."""

    places: list[PlaceTold]
    challenges: list[ChallengeTold]


@router.get("/clubs/{slug}/challenge-ladders", response=list[ChallengeLadderTold])
def challenge_ladders(request: HttpRequest, slug: str) -> list[ChallengeLadderTold]:
    """List a club's challenge ladders, the open ones first."""
    try:
        club = access_club(request.user, slug).club
    except ClubNotFound:
        raise HttpError(404, "There is no such club.") from None
    return [_told(one, one.rungs.count()) for one in club.challenge_ladders.all()]


@router.get("/clubs/{slug}/challenge-ladders/{int:number}", response=PlacesTold)
def challenge_ladder(request: HttpRequest, slug: str, number: int) -> PlacesTold:
    """Show the places of a challenge ladder and its live challenges."""
    try:
        ladder, _ = access_ladder(request.user, slug, number)
    except ClubNotFound:
        raise HttpError(404, "There is no such ladder.") from None
    view = ladder_view(ladder)
    return {
        **_told(ladder, len(view.rungs)),
        "places": [
            {
                "place": rung.place,
                "name": rung.user.username,
                "away_until": rung.away_until if view.is_away(rung) else None,
            }
            for rung in view.rungs
        ],
        "challenges": [_challenge(one) for one in view.live],
    }


def _told(ladder: ChallengeLadder, players: int) -> ChallengeLadderTold:
    return {
        "ladder": ladder.pk,
        "name": ladder.name,
        "game": ladder.game,
        "open": ladder.is_open,
        "players": players,
    }


def _challenge(one: Challenge) -> ChallengeTold:
    return {
        "challenger": one.challenger.username if one.challenger else None,
        "challenged": one.challenged.username if one.challenged else None,
        "status": Challenge.Status(one.status),
        "answer_by": one.answer_by,
        "play_by": one.play_by,
        "match": one.match.code if one.match else None,
    }
