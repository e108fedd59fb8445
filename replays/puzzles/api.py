"""Puzzles for programs: the position as its seat knows it, and what an answer is worth."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Router, Schema
from ninja.errors import HttpError
from typing_extensions import TypedDict  # pydantic wants this one before Python 3.12

from accounts.tokens.calls import owner_of, playing
from games.matches import converters as converters
from replays.puzzles.access import PuzzleNotFound, access_puzzle
from replays.puzzles.models import Puzzle
from replays.puzzles.pages import seat_knows
from replays.puzzles.positions import legal_answer, solver_seat, timeline_of
from replays.puzzles.selectors import (
    daily_puzzle,
    due_reviews,
    next_puzzle,
    rating_of,
    solver_of,
    streak_of,
)
from replays.puzzles.services import answer_give

router = Router(tags=["puzzles"])
NONE = "There is no such puzzle."


class PuzzleTold(TypedDict):
    """A decision of a seat, without its answer."""

    puzzle: Annotated[str, Field(description="its code")]
    game: str
    rules: int
    seat: Annotated[int, Field(description="whose decision it is")]
    view: Annotated[dict[str, Any], Field(description="what the seat sees, as at a table")]
    sure: Annotated[
        list[dict[str, int]],
        Field(description="by seat the cards, and how many of each, that it certainly holds"),
    ]
    legal: list[dict[str, Any]]


class Answer(Schema):
    """An answer to a puzzle."""

    action: Annotated[dict[str, Any], Field(description="one of its legal actions")]


class OptionTold(TypedDict):
    """An action, and what became of it under two bots."""

    action: dict[str, Any]
    chances: Annotated[
        list[tuple[float, float]],
        Field(description="for each bot that played on: the share of the win, its standard error"),
    ]


class AnswerTold(TypedDict):
    """What an answer is worth; ratings are null where it wasn't rated."""

    right: bool
    rating_before: int | None
    rating_after: int | None
    due: Annotated[datetime | None, Field(description="when a mistake comes back")]
    options: Annotated[list[OptionTold], Field(description="the best action, then its rivals")]
    deals: Annotated[int, Field(description="in how many imagined deals each was played on")]


class SolverTold(TypedDict):
    """What the key's owner has solved."""

    rating: int | None
    tries: int
    solved: int
    streak: int
    best_streak: int
    last_daily: date | None
    due: Annotated[list[str], Field(description="codes of mistakes that are due again")]


@router.get("/puzzles/daily", response=PuzzleTold)
def puzzle_daily(request: HttpRequest) -> PuzzleTold:
    """Show today's puzzle."""
    return _told(daily_puzzle())


@router.get("/puzzles/next", response=PuzzleTold)
def puzzle_next(request: HttpRequest, game: str = "", theme: str = "") -> PuzzleTold:
    """Show a puzzle that the key's owner hasn't tried, near their rating; any to a guest."""
    return _told(next_puzzle(request.user, game.replace("\0", ""), theme.replace("\0", "")))


@router.get("/puzzles/own", response=SolverTold)
def puzzles_own(request: HttpRequest) -> SolverTold:
    """Show the rating, streak and due mistakes of the key's owner."""
    owner = request.user
    if not owner.is_authenticated:
        raise HttpError(401, "This needs a key.")
    solver = solver_of(owner)
    return {
        "rating": rating_of(solver).rating if solver else None,
        "tries": solver.tries if solver else 0,
        "solved": solver.solved if solver else 0,
        "streak": streak_of(solver) if solver else 0,
        "best_streak": solver.best_streak if solver else 0,
        "last_daily": solver.last_daily if solver else None,
        "due": list(due_reviews(owner).values_list("puzzle__code", flat=True)),
    }


@router.get("/puzzles/{code:code}", response=PuzzleTold)
def puzzle(request: HttpRequest, code: str) -> PuzzleTold:
    """Show a puzzle."""
    return _told(_found(code))


@router.post("/puzzles/{code:code}/answer", response=AnswerTold, auth=playing)
def puzzle_answer(request: HttpRequest, code: str, answer: Answer) -> AnswerTold:
    """Answer a puzzle for the key's owner, which is rated the first time."""
    found = _found(code)
    legal = legal_answer(timeline_of(found), answer.action)
    outcome = answer_give(puzzle=found, user=owner_of(request), action=legal)
    return {
        "right": outcome.is_right,
        "rating_before": outcome.before,
        "rating_after": outcome.after,
        "due": outcome.due_at,
        "options": found.options,
        "deals": found.deals,
    }


def _found(code: str) -> Puzzle:
    try:
        return access_puzzle(code)
    except PuzzleNotFound:
        raise HttpError(404, NONE) from None


def _told(found: Puzzle | None) -> PuzzleTold:
    if found is None:
        raise HttpError(404, NONE)
    timeline = timeline_of(found)
    seat = solver_seat(timeline)
    known = seat_knows(timeline, seat)
    return {
        "puzzle": found.code,
        "game": found.game,
        "rules": found.ruleset,
        "seat": seat,
        "view": known.view,
        "sure": [dict(hand) for hand in known.memory.hands],
        "legal": known.legal,
    }
