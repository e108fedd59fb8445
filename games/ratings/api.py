"""Ladders and players for programs."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from django.http import HttpRequest
from ninja import Field, Query, Router
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.selectors import PersonNotFound, person_called
from accounts.tokens.calls import PageTold, Paging, paged
from games.ratings.log import SITE, LadderKey
from games.ratings.pages import ladder_name
from games.ratings.selectors import (
    LadderLine,
    ladder_rows,
    modes,
    shown_rating,
    standings_of,
    with_people,
)

router = Router(tags=["ladders"])


class LadderTold(TypedDict):
    """A ladder: `ladder` is what other calls name it by."""

    ladder: str
    game: str
    mode: str


class LineTold(TypedDict):
    """One line of a ladder."""

    rank: Annotated[int | None, Field(description="null for who is not ranked (yet)")]
    name: Annotated[str | None, Field(description="null for who has left the site")]
    rating: int
    provisional: bool
    matches: int


class LinesTold(PageTold):
    """One page of a ladder."""

    ladder: str
    players: list[LineTold]


class RatingTold(TypedDict):
    """Somebody's rating on one ladder."""

    ladder: str
    rating: int
    provisional: bool
    matches: int


class PersonTold(TypedDict):
    """A person, since when they are here, and their ratings."""

    name: str
    since: date
    ratings: list[RatingTold]


@router.get("/ladders", response=list[LadderTold])
def ladders(request: HttpRequest) -> list[LadderTold]:
    """List the site's ladders."""
    return [
        {"ladder": ladder_name(game, mode), "game": game, "mode": mode} for game, mode in modes()
    ]


@router.get("/ladders/{name}", response=LinesTold)
def ladder(request: HttpRequest, name: str, asked: Query[Paging]) -> LinesTold:
    """Show a ladder: the ranked in order, then those who are not ranked (yet)."""
    game, _, mode = name.partition("-")
    if (game, mode) not in modes():
        raise HttpError(404, "There is no such ladder.")
    rows, about = paged(ladder_rows(LadderKey(SITE, game, mode)), asked)
    return {**about, "ladder": name, "players": [_line(line) for line in with_people(rows)]}


def _line(line: LadderLine) -> LineTold:
    return {
        "rank": line.row.rank,
        "name": line.person.username if line.person else None,
        "rating": line.row.rating,
        "provisional": line.row.provisional,
        "matches": line.row.matches,
    }


@router.get("/players/{name}", response=PersonTold)
def player(request: HttpRequest, name: str) -> PersonTold:
    """Tell about a person: since when they are here, and their ratings."""
    try:
        person = person_called(name)
    except PersonNotFound:
        raise HttpError(404, "There is no such person.") from None
    ratings = [(one, shown_rating(one)) for one in standings_of(person.pk)]
    return {
        "name": person.username,
        "since": person.date_joined.date(),
        "ratings": [
            {
                "ladder": ladder_name(one.ladder.game, one.ladder.mode),
                "rating": seen.rating,
                "provisional": seen.provisional,
                "matches": seen.matches,
            }
            for one, seen in ratings
        ],
    }
