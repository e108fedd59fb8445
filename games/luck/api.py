"""What luck gave people, for programs."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from ninja import Field, Router
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.selectors import PersonNotFound, person_called
from games.luck.selectors import Estimate, records_of

router = Router(tags=["luck"])


class EstimateTold(TypedDict):
    """A mean over matches, in shares of a win; 19 times out of 20 it is off by `margin` at most."""

    mean: float
    margin: float


class RecordTold(TypedDict):
    """Somebody's matches of a game: what they won above what they were due before the deal."""

    game: str
    matches: int
    result: EstimateTold
    luck: Annotated[EstimateTold, Field(description="what the deal and the draws gave")]
    own: Annotated[EstimateTold, Field(description="what their own decisions gave")]
    corrected: Annotated[EstimateTold, Field(description="result less luck")]


class PersonLuckTold(TypedDict):
    """A person's records, from public matches; none for a game with fewer than five."""

    name: str
    games: list[RecordTold]


@router.get("/players/{name}/luck", response=PersonLuckTold)
def player_luck(request: HttpRequest, name: str) -> PersonLuckTold:
    """Tell what luck and decisions gave a person."""
    try:
        person = person_called(name)
    except PersonNotFound:
        raise HttpError(404, "There is no such person.") from None
    games: list[RecordTold] = [
        {
            "game": one.game,
            "matches": one.matches,
            "result": estimate_told(one.over),
            "luck": estimate_told(one.luck),
            "own": estimate_told(one.own),
            "corrected": estimate_told(one.corrected),
        }
        for one in records_of(person)
    ]
    return {"name": person.username, "games": games}


def estimate_told(one: Estimate) -> EstimateTold:
    """Return an estimate as programs are told it."""
    return {"mean": round(one.mean, 4), "margin": round(one.margin, 4)}
