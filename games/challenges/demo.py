"""A challenge ladder in the demonstration club, with some matches played and one challenge open."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts.clubs.models import Membership
from accounts.demo import NAMES
from accounts.models import User
from games.challenges.models import Challenge, ChallengeLadder
from games.challenges.services.challenge import challenge_make
from games.challenges.services.ladder import ladder_create
from games.challenges.services.places import ladder_join
from games.challenges.services.results import result_take
from games.matches.services.match_play_out import Player, match_play_out
from games.registry import current_rules

GAME, NAME = "deadline_99", "Duel ladder"
PLAYED = (("hana", "fay"), ("emil", "chen"), ("goro", "dora"))
"""Challenger and challenged, in the order in which they played."""
OPEN = ("dora", "ada")
"""Within reach of each other, whoever won those matches."""
JOINED = ("bo", "ada", "dora", "chen", "emil", "goro", "fay", "hana")


def ladder_steps() -> list[Callable[[], object]]:
    """Return the missing parts of the demo ladder: opening it, its matches, an open challenge."""
    done = Challenge.objects.filter(ladder__name=NAME, ladder__created_by__username=NAMES[0])
    steps: list[Callable[[], object]] = [partial(_play, *pair) for pair in PLAYED]
    steps += [partial(_challenge, *OPEN)]
    return [*([] if _ladder() else [_open]), *steps[done.count() :]]


def _ladder() -> ChallengeLadder | None:
    own = ChallengeLadder.objects.filter(name=NAME, created_by__username=NAMES[0])
    return own.select_related("club").first()


@transaction.atomic
def _open() -> None:
    """Open the ladder and let the members join."""
    owner = Membership.objects.filter(user__username=NAMES[0], role=Membership.Role.OWNER)
    membership = owner.select_related("club", "user").first()
    if membership is None:
        return
    ladder = ladder_create(
        club=membership.club, actor=membership.user, game=GAME, name=NAME, turn_seconds=86400
    )
    for name in JOINED:
        ladder_join(ladder=ladder, user=User.objects.get(username=name))


@transaction.atomic
def _challenge(challenger: str, challenged: str) -> Challenge | None:
    """Let one challenge the other, if the ladder is there."""
    ladder = _ladder()
    if ladder is None:
        return None
    people = User.objects.in_bulk([challenger, challenged], field_name="username")
    other = people[challenged].pk
    return challenge_make(ladder=ladder, user=people[challenger], other_id=other)


@transaction.atomic
def _play(challenger: str, challenged: str) -> None:
    """Let one challenge the other, and play their match."""
    challenge = _challenge(challenger, challenged)
    if challenge is None:
        return
    bot = next(iter(current_rules(GAME).bots))
    challenge.match = match_play_out(
        game=GAME,
        players=[Player(bot, challenge.challenger), Player(bot, challenge.challenged)],
        started_at=timezone.now() - timedelta(hours=2),
        dice=random.Random(f"{challenger} {challenged}"),
        club=challenge.ladder.club,
    )
    challenge.status, challenge.result_due = Challenge.Status.ACCEPTED, True
    challenge.save(update_fields=["match", "status", "result_due"])
    result_take(pk=challenge.pk)
