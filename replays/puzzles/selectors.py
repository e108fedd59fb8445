"""Read puzzles: which may be shown, which comes next, and who solved what."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from random import choice
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, QuerySet
from django.db.models.functions import Abs
from django.utils import timezone

from games.engine.contract import JsonObject
from games.matches.export import record_json
from games.matches.models import Match
from games.ratings.algorithm import WLBT
from games.ratings.display import provisional, shown, sigma_now
from games.registry import ruleset_names
from replays.puzzles.access import lent_matches, shown_puzzles
from replays.puzzles.models import Attempt, Puzzle, Rated, Review, Searched, Solver

NEAR = 20
"""How many of the puzzles nearest to a person's rating the next one is drawn from."""


def today() -> date:
    """Return the day whose puzzle it is: that of UTC, for everybody."""
    return datetime.now(UTC).date()


def minable(game: str) -> Iterator[JsonObject]:
    """Yield the matches of a game that may be mined, as `mine.mined` takes them.

    The newest come first; matches that were searched already are left out.
    """
    searched = Exists(Searched.objects.filter(match=OuterRef("pk")))
    rows = lent_matches().filter(~searched, game=game)
    known = set(ruleset_names())
    for pk in list(rows.order_by("-finished_at").values_list("pk", flat=True)):
        match = Match.objects.get(pk=pk)
        if f"{match.game}/{match.ruleset}" in known:
            yield _source(match)


def _source(match: Match) -> JsonObject:
    record = record_json(match)
    return {
        "match": match.code,
        "game": match.game,
        "rules": match.ruleset,
        "options": record["options"],
        "seats": match.seat_count,
        "seed": record["seed"],
        "actions": [[entry["seat"], entry["action"]] for entry in record["actions"]],
    }


def daily_puzzle() -> Puzzle | None:
    """Return today's puzzle, if there is one that may be shown."""
    return shown_puzzles().filter(days__day=today()).first()


class Shelf(NamedTuple):
    """How many puzzles of one theme a game has."""

    game: str
    theme: str
    puzzles: int


def shelves() -> list[Shelf]:
    """Return how many puzzles of which themes there are."""
    rows = shown_puzzles().order_by("game", "theme").values_list("game", "theme")
    return [Shelf(*row) for row in rows.annotate(Count("pk"))]


def next_puzzle(user: Any, game: str = "", theme: str = "", but: str = "") -> Puzzle | None:
    """Return a puzzle that a person hasn't tried, near their rating; any for a visitor.

    Once they have tried all, they come again.
    """
    rows = shown_puzzles().exclude(code=but)
    rows = rows.filter(game=game) if game else rows
    rows = rows.filter(theme=theme) if theme else rows
    if not is_solver(user):
        return rows.order_by("?").first()
    tried = Attempt.objects.filter(user=user, puzzle=OuterRef("pk"))
    mu = Solver.objects.filter(user=user).values_list("mu", flat=True).first() or WLBT.mu0
    near = list(rows.filter(~Exists(tried)).order_by(Abs(F("mu") - mu), "pk")[:NEAR])
    return choice(near) if near else rows.order_by("?").first()


def is_solver(user: Any) -> bool:
    """Tell whether a person's answers are kept: guests and visitors solve without a trace."""
    return bool(user.is_authenticated and not user.is_guest)


def due_reviews(user: Any, but: str = "") -> QuerySet[Review]:
    """Return a person's mistakes that are due again, the longest overdue first; a visitor's: none.

    Leaves out the puzzle with the code `but`.
    """
    rows = Review.objects.filter(user_id=user.pk, due_at__lte=timezone.now())
    rows = rows.filter(puzzle__in=shown_puzzles()).exclude(puzzle__code=but)
    return rows.order_by("due_at").select_related("puzzle")


class ShownRating(NamedTuple):
    """A rating as people see it."""

    rating: int
    provisional: bool


def rating_of(rated: Rated) -> ShownRating:
    """Return somebody's or something's rating as shown."""
    last = None if rated.rated_at is None else rated.rated_at.timestamp()
    sigma = sigma_now(rated.sigma, last, timezone.now().timestamp())
    return ShownRating(shown(rated.mu), provisional(rated.tries, sigma))


def solver_of(user: Any) -> Solver | None:
    """Return what a person has solved so far, if anything."""
    return Solver.objects.filter(user=user).first() if is_solver(user) else None


def streak_of(solver: Solver) -> int:
    """Return on how many days in a row, until today or yesterday, somebody solved the daily."""
    last = solver.last_daily
    return solver.streak if last is not None and (today() - last).days <= 1 else 0
