"""One's own coach for programs: what it says of a match, and the habits over many."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Field, Router, Schema
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.tokens.calls import playing
from games.matches.phrases import phrase_text
from games.matches.presenters import holders_of
from replays.api.matches import DIGITS, finished
from replays.coached import coach_of, own_seat, waiting_of
from replays.habits import coached_of
from replays.models import Analysis
from replays.services.analysis import analyses_ask, analysis_ask

router = Router(tags=["matches"])
NOT_SEATED = "You didn’t play in this match."


class DecisionTold(TypedDict):
    """A decision that cost its player more than chance explains, judged by what they knew."""

    ply: int
    action: dict[str, Any]
    better: Annotated[dict[str, Any], Field(description="the better bot's")]
    chance: Annotated[float, Field(description="of winning after `action`")]
    better_chance: float
    error: Annotated[float, Field(description="the standard error of the difference")]
    why: Annotated[str, Field(description="why `better` is, in the language of the request")]


class CoachTold(TypedDict):
    """What the coach says of one's own seat, once the analysis is done.

    `state` is the analysis's, null if nobody asked for one.
    """

    match: str
    seat: int
    state: str | None
    decisions: list[DecisionTold]


@router.get("/matches/{code:code}/coach", response=CoachTold)
def match_coach(request: HttpRequest, code: str) -> CoachTold:
    """Tell which decisions of one's own cost most in a finished match."""
    access = finished(request, code)
    seat = own_seat(access)
    if seat is None:
        raise HttpError(403, NOT_SEATED)
    found = coach_of(access.match, access.seats, seat.number)
    rules, names = access.match.rules, holders_of(access.seats).at
    told: list[DecisionTold] = [
        {
            "ply": one.trial.ply,
            "action": one.made,
            "better": one.better,
            "chance": round(one.again.made / one.again.pairs, DIGITS),
            "better_chance": round(one.again.better / one.again.pairs, DIGITS),
            "error": round(one.again.error, DIGITS),
            "why": "" if one.why is None else phrase_text(one.why, rules, names(one.trial.ply)),
        }
        for one in found.decisions
    ]
    return {
        "match": access.match.code,
        "seat": seat.number,
        "state": found.state,
        "decisions": told,
    }


@router.post("/matches/{code:code}/coach", auth=playing, response=CoachTold)
def match_coach_ask(request: HttpRequest, code: str) -> CoachTold:
    """Ask for the coach in a match of one's own, in the background; harmless if it is there."""
    access = finished(request, code)
    if own_seat(access) is None:
        raise HttpError(403, NOT_SEATED)
    analysis_ask(match=access.match, user=request.user, kind=Analysis.Kind.TOLD)
    return match_coach(request, code)


class HabitTold(TypedDict):
    """A habit that costs more than chance explains."""

    habit: Annotated[str, Field(description="in the language of the request")]
    matches: Annotated[int, Field(description="in so many it showed")]
    cost: Annotated[float, Field(description="in shares of a win, each time")]
    error: float


class CoachedTold(TypedDict):
    """One's coached matches of a game, and the habits found in them."""

    game: str
    matches: int
    habits: list[HabitTold]


class HabitsTold(TypedDict):
    """One's own habits, by game, and how many matches still wait for the coach."""

    games: list[CoachedTold]
    waiting: int


@router.get("/coach/me", auth=playing, response=HabitsTold)
def habits(request: HttpRequest) -> HabitsTold:
    """Tell the habits that one's own coached matches have in common."""
    games: list[CoachedTold] = [
        {
            "game": one.game,
            "matches": one.matches,
            "habits": [
                {
                    "habit": gettext(habit.kind),
                    "matches": habit.matches,
                    "cost": round(habit.cost, DIGITS),
                    "error": round(habit.error, DIGITS),
                }
                for habit in one.habits
            ],
        }
        for one in coached_of(request.user)
    ]
    return {"games": games, "waiting": waiting_of(request.user)}


class CoachAsked(Schema):
    """Whose last matches to coach: one's own, of a game."""

    game: str = Field(max_length=40)


@router.post("/coach/me", auth=playing, response=HabitsTold)
def habits_ask(request: HttpRequest, asked: CoachAsked) -> HabitsTold:
    """Have one's last ten matches of a game coached, in the background."""
    analyses_ask(user=request.user, game=asked.game)
    return habits(request)
