"""Answers: what they are worth, when they come back, and the day's puzzle."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from games.engine.contract import Action
from games.ratings.algorithm import newcomer, update
from games.ratings.display import shown
from replays.puzzles.models import Attempt, Daily, Puzzle, Review, Solver
from replays.puzzles.selectors import daily_puzzle, due_reviews, next_puzzle, streak_of
from replays.puzzles.services import Outcome, answer_give, daily_choose, puzzles_add
from tests.puzzles.factories import a_puzzle, mined_match, right_and_wrong
from tests.replays.factories import person, stored_match

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def give(puzzle: Puzzle, user: Any, *, right: bool) -> Outcome:
    action: Action = right_and_wrong(puzzle)[0 if right else 1]
    return answer_give(puzzle=puzzle, user=user, action=action)


@pytest.mark.parametrize("right", [True, False])
def test_an_answer_rates_person_and_puzzle_like_players(
    puzzle: Puzzle, solver: User, right: bool
) -> None:
    ranks = (1, 2) if right else (2, 1)
    (person_after,), (puzzle_after,) = update([[newcomer()], [newcomer()]], ranks)
    outcome = give(puzzle, solver, right=right)
    row = Solver.objects.get(user=solver)
    puzzle.refresh_from_db()
    assert row.mu == pytest.approx(person_after.mu, abs=1e-5)
    assert puzzle.mu == pytest.approx(puzzle_after.mu, abs=1e-5)
    assert (row.mu > puzzle.mu) == right
    assert (row.tries, row.solved) == (puzzle.tries, puzzle.solved) == (1, int(right))
    assert (outcome.before, outcome.after) == (1500, shown(row.mu))


def test_only_the_first_answer_is_rated(puzzle: Puzzle, solver: User) -> None:
    give(puzzle, solver, right=False)
    before = Solver.objects.get(user=solver).mu
    again = give(puzzle, solver, right=True)
    assert again.is_right
    assert again.after is None
    assert Solver.objects.get(user=solver).mu == before
    assert Attempt.objects.filter(user=solver).count() == 2


@pytest.mark.parametrize("guest", [True, False])
def test_guests_and_visitors_solve_without_a_trace(puzzle: Puzzle, guest: bool) -> None:
    user: Any = AnonymousUser()
    if guest:
        user = User.objects.create(username="passing", is_guest=True)
    assert give(puzzle, user, right=True) == Outcome(is_right=True)
    assert not give(puzzle, user, right=False).is_right
    assert not Solver.objects.exists()
    assert not Attempt.objects.exists()
    puzzle.refresh_from_db()
    assert puzzle.tries == 0


def test_a_mistake_comes_back_at_growing_distances(puzzle: Puzzle, solver: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        give(puzzle, solver, right=False)
        waits = []
        for _ in range(4):
            due = Review.objects.get().due_at
            waits.append(due - timezone.now())
            clock.move_to(due - timedelta(minutes=1))
            assert not due_reviews(solver).exists()
            clock.move_to(due)
            assert [one.puzzle for one in due_reviews(solver)] == [puzzle]
            give(puzzle, solver, right=True)
        assert waits[0] >= timedelta(days=1)
        assert waits == sorted(waits)
        assert waits[-1] > 4 * waits[0]
        longest = Review.objects.get().due_at - timezone.now()
        clock.move_to(Review.objects.get().due_at)
        give(puzzle, solver, right=False)
        assert Review.objects.get().due_at - timezone.now() < longest


def test_answering_again_at_once_does_not_put_a_mistake_off(puzzle: Puzzle, solver: User) -> None:
    give(puzzle, solver, right=False)
    due = Review.objects.get().due_at
    assert give(puzzle, solver, right=True).due_at == due
    assert Review.objects.get().due_at == due


def test_a_puzzle_solved_at_once_never_comes_back(puzzle: Puzzle, solver: User) -> None:
    assert give(puzzle, solver, right=True).due_at is None
    assert not Review.objects.exists()


def test_a_mistake_in_ones_own_match_comes_back_once_the_match_is_mined() -> None:
    """Only to whoever made it, and only the first time."""
    one, other = person("One"), person("Other")
    mined = mined_match(most=4)
    plies = [found["ply"] for found in mined["puzzles"]]
    seats = [mined["actions"][ply][0] for ply in plies]
    users = {seats[0]: one, next(seat for seat in seats if seat != seats[0]): other}
    match = stored_match(users=users)
    puzzles_add([{**mined, "match": match.code}])
    expected = set()
    for puzzle, seat, ply in zip(Puzzle.objects.order_by("pk"), seats, plies, strict=True):
        if not puzzle.is_answer(mined["actions"][ply][1]):
            expected.add((users[seat].pk, puzzle.pk))
    assert expected
    assert set(Review.objects.values_list("user", "puzzle")) == expected
    due = set(Review.objects.values_list("due_at"))
    puzzles_add([{**mined, "match": match.code}])
    assert set(Review.objects.values_list("due_at")) == due


def test_the_next_puzzle_is_a_new_one_near_ones_rating(solver: User) -> None:
    near, far = a_puzzle(), a_puzzle("zombie_rummy")
    Puzzle.objects.filter(pk=far.pk).update(mu=60)
    give(near, solver, right=True)
    assert next_puzzle(solver) == far
    assert next_puzzle(solver, game="zombie_rummy", theme=far.theme) == far
    assert next_puzzle(solver, game="death_frontline") is None
    give(far, solver, right=True)
    assert next_puzzle(solver, but=far.code) == near


@pytest.fixture
def library(db: None) -> None:
    for game in ("deadline_99", "death_frontline", "zombie_rummy"):
        puzzles_add([mined_match(game, most=4)])


@pytest.mark.usefixtures("library")
def test_the_day_has_one_puzzle_for_everybody_and_games_take_turns() -> None:
    seen = []
    for days in range(6):
        with time_machine.travel(NOON + timedelta(days=days), tick=False):
            daily_choose()
            first = daily_puzzle()
            daily_choose()
            assert first is not None
            assert daily_puzzle() == first
            seen.append(first)
    assert len(set(seen)) == len(seen)
    assert len({one.game for one in seen[:3]}) == 3


@pytest.mark.usefixtures("library")
def test_tomorrows_puzzle_is_there_at_midnight() -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        daily_choose()
        today = daily_puzzle()
        clock.move_to(NOON.replace(hour=0) + timedelta(days=1))
        assert daily_puzzle() not in (None, today)


def solve_daily(user: User, *, right: bool = True) -> int:
    daily_choose()
    puzzle = daily_puzzle()
    assert puzzle is not None
    give(puzzle, user, right=right)
    return streak_of(Solver.objects.get(user=user))


@pytest.mark.usefixtures("library")
def test_a_streak_grows_day_by_day_and_ends_with_a_day_left_out_or_wrong(solver: User) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        assert [solve_daily(solver)] == [1]
        clock.move_to(NOON + timedelta(days=1))
        assert streak_of(Solver.objects.get(user=solver)) == 1  # today is not over yet
        assert solve_daily(solver) == 2
        clock.move_to(NOON + timedelta(days=3))
        assert streak_of(Solver.objects.get(user=solver)) == 0
        assert solve_daily(solver) == 1
        clock.move_to(NOON + timedelta(days=4))
        assert solve_daily(solver, right=False) == 0
        assert solve_daily(solver) == 0  # only the first answer of a day counts
        assert Solver.objects.get(user=solver).best_streak == 2


@pytest.mark.usefixtures("library")
def test_days_are_those_of_utc_wherever_somebody_is(solver: User) -> None:
    """Late in the evening and early the next morning of Taipei lie on one day of UTC."""
    morning = datetime(2026, 5, 1, 1, tzinfo=UTC)
    with time_machine.travel(morning, tick=False) as clock, timezone.override("Asia/Taipei"):
        assert solve_daily(solver) == 1
        first = daily_puzzle()
        clock.move_to(datetime(2026, 5, 1, 23, 30, tzinfo=UTC))
        assert daily_puzzle() == first
        assert solve_daily(solver) == 1
        clock.move_to(datetime(2026, 5, 2, 0, 30, tzinfo=UTC))
        assert solve_daily(solver) == 2


@pytest.mark.usefixtures("library")
def test_another_puzzle_does_not_count_for_the_streak(solver: User) -> None:
    daily_choose()
    other = Puzzle.objects.exclude(pk__in=Daily.objects.values("puzzle")).first()
    assert other is not None
    give(other, solver, right=True)
    assert Solver.objects.get(user=solver).streak == 0


def test_the_same_puzzle_is_stored_once(db: None) -> None:
    assert puzzles_add([mined_match(most=2)]) == 2
    assert puzzles_add([mined_match(most=3)]) == 1


def test_when_somebody_leaves_their_answers_go_and_the_puzzle_keeps_its_rating(
    puzzle: Puzzle,
) -> None:
    from accounts.privacy.leave import person_leave

    leaver = person("Lea")
    give(puzzle, leaver, right=False)
    puzzle.refresh_from_db()
    rating = puzzle.mu
    person_leave(user=leaver)
    assert not Attempt.objects.exists()
    assert not Review.objects.exists()
    assert not Solver.objects.exists()
    puzzle.refresh_from_db()
    assert (puzzle.mu, puzzle.tries) == (rating, 1)
