"""Challenging, answering and playing for tests, by the real services."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.challenges.models import Challenge, ChallengeLadder, PlaceMove, Rung
from games.challenges.order import order_after
from games.challenges.refusals import ChallengeRefusal
from games.challenges.services.challenge import challenge_answer, challenge_make
from games.engine.contract import RESIGN
from tests.support.tables import act_for, sit_down


def places(ladder: ChallengeLadder) -> list[str]:
    """Return the names in order, after checking that the history says the same."""
    order = list(ladder.rungs.order_by("place").values_list("user_id", "user__username", "place"))
    assert [place for *_, place in order] == list(range(1, len(order) + 1))
    moves = ladder.moves.order_by("no").values_list("user_id", "to_place")
    assert order_after(moves) == [user for user, *_ in order]
    return [name for _, name, _ in order]


def challenged(ladder: ChallengeLadder, challenger: Any, other: Any) -> Challenge:
    """Let one challenge the other."""
    return challenge_make(ladder=ladder, user=challenger, other_id=other.pk)


def accepted(ladder: ChallengeLadder, challenger: Any, other: Any) -> Challenge:
    """Let one challenge the other, who accepts; the table is open."""
    return answered(challenged(ladder, challenger, other), "accept")


def answered(challenge: Challenge, answer: str) -> Challenge:
    """Let the challenged one answer."""
    return challenge_answer(
        ladder=challenge.ladder, user=challenge.challenged, pk=challenge.pk, answer=answer
    )


def play(challenge: Challenge, winner: Any) -> Challenge:
    """Let both sit down, and the loser resign at their turn."""
    match = challenge.match
    assert match is not None
    people = (challenge.challenger, challenge.challenged)
    sit_down(match, *people)
    loser = next(one for one in people if one != winner)
    act_for(match, loser, RESIGN)
    challenge.refresh_from_db()
    return challenge


def overdue(challenge: Challenge) -> None:
    """Let the challenge's answer and match be due since a minute."""
    past = timezone.now() - timedelta(minutes=1)
    Challenge.objects.filter(pk=challenge.pk).update(answer_by=past)
    Challenge.objects.filter(pk=challenge.pk, play_by__isnull=False).update(play_by=past)


def days_pass(ladder: ChallengeLadder, days: int) -> None:
    """Let everything on a ladder have happened so many days earlier."""
    by = timedelta(days=days)
    for challenge in ladder.challenges.exclude(ended_at=None):
        challenge.ended_at -= by
        challenge.save(update_fields=["ended_at"])
    for rung in ladder.rungs.all():
        rung.active_at -= by
        for name in ("dropped_at", "away_since", "away_until"):
            then = getattr(rung, name)
            setattr(rung, name, then and then - by)
        rung.save()


def rung(ladder: ChallengeLadder, person: Any) -> Rung:
    """Return somebody's rung."""
    return ladder.rungs.get(user=person)


def kinds(ladder: ChallengeLadder) -> list[str]:
    """Return the kinds of a ladder's moves after everybody had joined."""
    return [one.kind for one in ladder.moves.all() if one.kind != PlaceMove.Kind.JOINED]


def refused(code: str) -> Any:
    """Return what makes sure that something is refused with that code."""
    return pytest.raises(ChallengeRefusal, match=f"^{code}$")
