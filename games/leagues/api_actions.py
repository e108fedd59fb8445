"""What members and directors do in a league, by program: the buttons of its pages.

A program acts in the name of its key's owner. Sending a call twice does nothing twice: a season
names the one it follows, and everything else is refused, or is already so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Field, Router
from ninja.errors import HttpError
from pydantic import AwareDatetime, BaseModel, ConfigDict
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.clubs.access import ClubNotFound
from accounts.throttle import throttle
from accounts.tokens.calls import organising, owner_of
from games.leagues.access import access_league
from games.leagues.api import SeasonTold, league_told
from games.leagues.models import League
from games.leagues.moves import Reason
from games.leagues.refusals import refuse
from games.leagues.selectors.page import plan_shown
from games.leagues.selectors.plan import fewest_players, latest_season
from games.leagues.services.leave import league_leave, member_remove
from games.leagues.services.members import league_add, league_join, member_away
from games.leagues.services.season import league_close, season_begin, season_end, season_final
from games.tournaments.forms.parse import MOST_IN_A_NAME, storable
from games.tournaments.views.gate import refused_where_busy

router = Router(tags=["leagues"])
POSTS_A_MINUTE = 60
"""As on the pages."""


class Plain(BaseModel):
    """What needs nothing more: one's own part in the league, or a director's button."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal[
        "join", "leave", "take_break", "end_break", "add_all", "end_season", "start_final", "close"
    ]


class OfPerson(BaseModel):
    """Enters a member of the club, or takes somebody out; directors only."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["add", "remove"]
    person: str = Field(min_length=1)


class NextSeason(BaseModel):
    """Begins the next season; directors only."""

    model_config = ConfigDict(extra="forbid")
    kind: Literal["start_season"]
    after: int = Field(
        ge=0, le=32_767, strict=True, description="the season it follows; 0 for the first"
    )
    starts_at: AwareDatetime | None = Field(None, description="of the first round; null: now")


class LeagueWish(BaseModel):
    """An action in a league."""

    model_config = ConfigDict(extra="forbid")
    action: Annotated[Plain | OfPerson | NextSeason, Field(discriminator="kind")]


class PlacedTold(TypedDict):
    """Somebody in a division of the next season."""

    name: str
    moved: Annotated[Reason, Field(description="why they are there")]
    was: Annotated[int | None, Field(description="the division before, if they had one")]


class NextTold(TypedDict):
    """The next season as it would begin now."""

    after: Annotated[int, Field(description="the season it follows: goes along with start_season")]
    fewest: Annotated[int, Field(description="how many players it needs")]
    divisions: Annotated[list[list[PlacedTold]], Field(description="the first one on top")]


@router.get("/clubs/{slug}/leagues/{int:number}/next", response=NextTold)
def league_next(request: HttpRequest, slug: str, number: int) -> NextTold:
    """Show a director who would play in which division of the next season, and why."""
    found = _league(request, slug, number, as_director=True)
    last = latest_season(found)
    return {
        "after": 0 if last is None else last.number,
        "fewest": fewest_players(found),
        "divisions": [
            [
                {
                    "name": person.get_username(),
                    "moved": placed.reason,
                    "was": None if placed.was is None else placed.was + 1,
                }
                for person, placed, _, _ in division
            ]
            for division in plan_shown(found)
        ],
    }


@router.post("/clubs/{slug}/leagues/{int:number}/actions", auth=organising, response=SeasonTold)
def league_act(request: HttpRequest, slug: str, number: int, wish: LeagueWish) -> SeasonTold:
    """Do what a button of the league's pages does; return the league as it is then."""
    throttle(request, "club", limit=POSTS_A_MINUTE, seconds=60)
    found, actor, action = _league(request, slug, number), owner_of(request), wish.action
    with refused_where_busy(slug):
        if isinstance(action, NextSeason):
            season_begin(league=found, actor=actor, after=action.after, starts_at=action.starts_at)
        elif isinstance(action, OfPerson):
            _with_person(found, actor, action)
        else:
            PLAIN[action.kind](found, actor)
    return league_told(_league(request, slug, number), request.user)


PLAIN: dict[str, Callable[[League, Any], object]] = {
    "join": lambda league, user: league_join(league=league, user=user),
    "leave": lambda league, user: league_leave(league=league, user=user),
    "take_break": lambda league, user: member_away(league=league, user=user, is_away=True),
    "end_break": lambda league, user: member_away(league=league, user=user, is_away=False),
    "add_all": lambda league, user: league_add(league=league, actor=user),
    "end_season": lambda league, user: season_end(league=league, actor=user),
    "start_final": lambda league, user: season_final(league=league, actor=user),
    "close": lambda league, user: league_close(league=league, actor=user),
}


def _with_person(league: League, actor: Any, action: OfPerson) -> None:
    """Enter a member of the club by name, or take somebody out."""
    name = storable(action.person, MOST_IN_A_NAME)
    if action.kind == "add":
        league_add(league=league, actor=actor, name=name)
        return
    member = league.members.filter(user__username__iexact=name).first()
    member_remove(league=league, actor=actor, user_id=0 if member is None else member.user_id)


def _league(request: HttpRequest, slug: str, number: int, *, as_director: bool = False) -> League:
    """Return a league that the caller may see, or directs; 404 where there is none."""
    try:
        found, access = access_league(request.user, slug, number)
    except ClubNotFound:
        raise HttpError(404, "There is no such league.") from None
    if as_director:
        access.as_director()
        if not found.is_open:
            raise refuse("closed")
    return found
