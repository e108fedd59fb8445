"""Add puzzles, judge answers and rate them, and choose each day's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils import timezone
from fsrs import Card, Scheduler
from fsrs import Rating as Recall

from accounts.locking import lock_person
from games.engine.contract import Action, JsonObject
from games.matches.models import Match, MatchAction
from games.ratings.algorithm import WLBT, Rating, grow, stored, update
from games.ratings.display import DAY, shown
from games.registry import rules_of
from replays.puzzles.access import shown_puzzles
from replays.puzzles.models import (
    Attempt,
    Daily,
    Puzzle,
    Rated,
    Review,
    Searched,
    Solver,
    digest_of,
)
from replays.puzzles.selectors import is_solver, today

EASIER = 5.0
"""By how much, in mu, a puzzle that the novice bot finds begins below the mean rating, and one that
the club bot misses above it."""
SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
"""Without steps of minutes: a mistake comes back after days, then after longer and longer."""


@dataclass(frozen=True)
class Outcome:
    """What became of an answer; `before` and `after` are ratings, None if it wasn't rated."""

    is_right: bool
    before: int | None = None
    after: int | None = None
    due_at: datetime | None = None


@transaction.atomic
def puzzles_add(matches: Sequence[JsonObject]) -> int:
    """Store the puzzles of mined matches, each once; return how many are new.

    A site's match isn't searched again, and what its players got wrong in it comes back to them.
    """
    there = Puzzle.objects.count()
    rows = [_row(match, found) for match in matches for found in match["puzzles"]]
    Puzzle.objects.bulk_create(rows, ignore_conflicts=True)
    for code in {match["match"] for match in matches if isinstance(match["match"], str)}:
        _keep_mistakes(Match.objects.get(code=code))
    return Puzzle.objects.count() - there


def _keep_mistakes(match: Match) -> None:
    """Mark a match as searched; the first time, schedule the return of each mistake in it."""
    if not Searched.objects.get_or_create(match=match)[1]:
        return
    for puzzle in Puzzle.objects.filter(source=match):
        ply = len(puzzle.cut["actions"]) + 1
        made = MatchAction.objects.get(match=match, ply=ply)
        person = match.seats.get(number=made.seat).as_of(ply).user
        is_own = person is not None and is_solver(person) and not made.auto
        if is_own and not puzzle.is_answer(made.action):
            _review(person, puzzle, is_right=False)


def _row(match: JsonObject, found: JsonObject) -> Puzzle:
    game, answer = match["game"], found["options"][0]["action"]
    cut = {key: match[key] for key in ("game", "rules", "options", "seats", "seed")}
    code = match["match"]
    misses = ("club" in found["miss"]) - ("novice" not in found["miss"])
    return Puzzle(
        digest=digest_of(game, match["seed"], found["ply"]),
        game=game,
        ruleset=match["rules"],
        theme=rules_of(game, match["rules"]).teaching.theme(answer),
        cut={**cut, "actions": match["actions"][: found["ply"]]},
        options=found["options"],
        deals=found["deals"],
        source=Match.objects.get(code=code) if isinstance(code, str) else None,
        mu=WLBT.mu0 + EASIER * misses,
    )


@transaction.atomic
def answer_give(*, puzzle: Puzzle, user: Any, action: Action) -> Outcome:
    """Judge a legal action, and keep the answer of somebody with an account.

    Their first answer to a puzzle is rated; a wrong one comes back on later days.
    """
    is_right = puzzle.is_answer(action)
    if not is_solver(user):
        return Outcome(is_right)
    lock_person(user)
    solver, _ = Solver.objects.get_or_create(user=user)
    attempt = Attempt(user=user, puzzle=puzzle, action=action, is_right=is_right)
    if not Attempt.objects.filter(user=user, puzzle=puzzle).exists():
        _rate(attempt, solver, Puzzle.objects.select_for_update().get(pk=puzzle.pk))
    attempt.save()
    _count_day(solver, puzzle, is_right)
    solver.save()
    due_at = _review(user, puzzle, is_right)
    return Outcome(is_right, attempt.before, attempt.after, due_at)


def _rate(attempt: Attempt, solver: Solver, puzzle: Puzzle) -> None:
    """Rate a first answer as a match between the person and the puzzle."""
    now = timezone.now()
    teams = [[_grown(one, now)] for one in (solver, puzzle)]
    attempt.before = shown(solver.mu)
    ranks = (1, 2) if attempt.is_right else (2, 1)
    for one, (new,) in zip((solver, puzzle), update(teams, ranks), strict=True):
        one.mu, one.sigma = stored(new)
        one.tries += 1
        one.solved += attempt.is_right
        one.rated_at = now
    attempt.after = shown(solver.mu)
    puzzle.save(update_fields=["mu", "sigma", "tries", "solved", "rated_at"])


def _grown(one: Rated, now: datetime) -> Rating:
    days = (now - one.rated_at).total_seconds() / DAY if one.rated_at else 0.0
    return Rating(one.mu, grow(one.sigma, days))


def _count_day(solver: Solver, puzzle: Puzzle, is_right: bool) -> None:
    """Let the first answer to a day's puzzle lengthen or end the streak."""
    day = today()
    is_daily = Daily.objects.filter(day=day, puzzle=puzzle).exists()
    if not is_daily or solver.last_daily == day:
        return
    goes_on = solver.last_daily == day - timedelta(days=1)
    solver.streak = (solver.streak if goes_on else 0) + 1 if is_right else 0
    solver.best_streak = max(solver.best_streak, solver.streak)
    solver.last_daily = day


def _review(user: Any, puzzle: Puzzle, is_right: bool) -> datetime | None:
    """Schedule a mistake's return; return when. A right answer before it is due changes nothing."""
    review = Review.objects.filter(user=user, puzzle=puzzle).first()
    now = timezone.now()
    if is_right and (review is None or review.due_at > now):
        return review.due_at if review else None
    card = Card.from_dict(review.card) if review else Card(card_id=puzzle.pk)
    card, _ = SCHEDULER.review_card(card, Recall.Good if is_right else Recall.Again, now)
    values = {"card": card.to_dict(), "due_at": card.due}
    Review.objects.update_or_create(user=user, puzzle=puzzle, defaults=values)
    due_at: datetime = card.due
    return due_at


def daily_choose() -> None:
    """Choose today's puzzle and tomorrow's, unless they are chosen and may still be shown."""
    for day in (today(), today() + timedelta(days=1)):
        if shown_puzzles().filter(days__day=day).exists():
            continue
        rows = shown_puzzles()
        games = sorted(set(rows.filter(days=None).values_list("game", flat=True)))
        if games:
            rows = rows.filter(days=None, game=games[day.toordinal() % len(games)])
        digests = rows.values_list("digest", flat=True)
        best = min(digests, key=lambda one: sha256(f"{day} {one}".encode()).digest(), default=None)
        if best is not None:
            puzzle = Puzzle.objects.get(digest=best)
            Daily.objects.update_or_create(day=day, defaults={"puzzle": puzzle})
