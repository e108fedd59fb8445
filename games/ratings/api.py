"""Ladders and players for programs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router
from ninja.errors import HttpError

from accounts.selectors import PersonNotFound, person_called
from accounts.tokens.calls import Paging, paged
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


@router.get("/ladders")
def ladders(request: HttpRequest) -> list[dict[str, str]]:
    """List the site's ladders."""
    return [
        {"ladder": ladder_name(game, mode), "game": game, "mode": mode} for game, mode in modes()
    ]


@router.get("/ladders/{name}")
def ladder(request: HttpRequest, name: str, asked: Query[Paging]) -> dict[str, Any]:
    """Show a ladder: the ranked in order, then those who are not ranked (yet)."""
    game, _, mode = name.partition("-")
    if (game, mode) not in modes():
        raise HttpError(404, "There is no such ladder.")
    rows, about = paged(ladder_rows(LadderKey(SITE, game, mode)), asked)
    return {**about, "ladder": name, "players": [_line(line) for line in with_people(rows)]}


def _line(line: LadderLine) -> dict[str, Any]:
    return {
        "rank": line.row.rank,
        "name": line.person.username if line.person else None,
        "rating": line.row.rating,
        "provisional": line.row.provisional,
        "matches": line.row.matches,
    }


@router.get("/players/{name}")
def player(request: HttpRequest, name: str) -> dict[str, Any]:
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
