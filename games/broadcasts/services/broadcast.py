"""Start and end broadcasts, and name their commentators; the caller has checked who directs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models.functions import Now

from games.broadcasts.models import Broadcast, Commentator, Show, Watcher
from games.broadcasts.refusals import refuse
from games.matches.models import Match
from games.registry import current_rules
from games.tournaments.models import Tournament
from games.tournaments.selectors.clubs import OVER
from games.tournaments.services.act import lock_tournament

LIMITS = {Broadcast.Delay.MINUTES: range(5, 241), Broadcast.Delay.ROUNDS: range(1, 4)}
MOST_COMMENTATORS = 10


@transaction.atomic
def broadcast_start(*, code: str, actor: Any, delay: str, amount: int | None) -> Broadcast:
    """Broadcast the tables of an event that open from now on; raises BroadcastRefusal."""
    tournament = lock_tournament(code)
    if amount is None or delay not in LIMITS or amount not in LIMITS[Broadcast.Delay(delay)]:
        raise refuse("bad_delay")
    if tournament.phase in OVER:
        raise refuse("over")
    if tournament.format == "arena" and delay == Broadcast.Delay.ROUNDS:
        raise refuse("no_rounds")
    if current_rules(tournament.game).showing.table is None:  # the generic one shows piles
        raise refuse("no_table")
    if tournament.broadcasts.filter(ended_at=None).exists():
        raise refuse("already")
    return Broadcast.objects.create(
        tournament=tournament, delay=delay, amount=amount, started_by=actor
    )


@transaction.atomic
def broadcast_end(*, tournament: Tournament) -> None:
    """Take up no more tables; what is being played is shown once it is over. Idempotent."""
    tournament.broadcasts.filter(ended_at=None).update(ended_at=Now())


@transaction.atomic
def commentator_name(*, tournament: Tournament, username: str) -> None:
    """Let somebody comment on an event's broadcast; raises BroadcastRefusal."""
    broadcast = _going(tournament)
    people = get_user_model().objects.filter(is_active=True, is_guest=False)
    person = None if "\0" in username else people.filter(username__iexact=username.strip()).first()
    if person is None:
        raise refuse("no_such_person")
    if broadcast.commentators.exclude(user=person).count() >= MOST_COMMENTATORS:
        raise refuse("too_many")
    Commentator.objects.get_or_create(broadcast=broadcast, user=person)


@transaction.atomic
def commentator_dismiss(*, tournament: Tournament, user: int | None) -> None:
    """Let somebody comment no longer; what they said is left in the replays alone. Idempotent."""
    _going(tournament).commentators.filter(user=user).delete()


def _going(tournament: Tournament) -> Broadcast:
    rows = tournament.broadcasts.select_for_update(no_key=True)
    found = rows.filter(ended_at=None).first()
    if found is None:
        raise refuse("ended")
    return found


def watcher_note(show: Show, user: Any) -> None:
    """Record that somebody is shown the hands of a match that may not be over."""
    if user.is_authenticated and not show.is_whole:
        Watcher.objects.bulk_create([Watcher(show=show, user=user)], ignore_conflicts=True)


def watcher_refuse(match: Match, user: Any) -> None:
    """Refuse a seat of a match to somebody who was shown its hands; raises BroadcastRefusal."""
    if Watcher.objects.filter(show__match=match, user=user).exists():
        raise refuse("seen_it")


def shows_seen(*, matches: Collection[str]) -> None:
    """Record that somebody has these matches' shows open: their chances are worth reckoning."""
    Show.objects.filter(match__code__in=matches).update(watched_at=Now())
