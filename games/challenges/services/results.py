"""Results that come from matches, and what time decides: the job that ends what is due.

A match that ends marks its challenge only (`result_due`), inside its own transaction; the result is
taken after the commit, or by the sweep, so no crash loses one and none counts twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.challenges.models import Challenge, ChallengeLadder, PlaceMove
from games.challenges.order import idle_drops
from games.challenges.selectors.ladder import is_idle
from games.challenges.services.challenge import challenge_held
from games.challenges.services.notices import challenge_untell
from games.challenges.services.places import ladder_hold, place_move
from games.challenges.services.settle import (
    end,
    lose_by_default,
    match_not_begun,
    not_played,
    settle_void,
)
from games.matches.models import Match, NoShow, Seat
from games.matches.selectors import of_known_rules
from games.matches.services.locking import seats_of
from games.matches.services.match_finish import ranks_counted
from games.matches.services.outage import has_served_for
from games.matches.store import load_position

logger = logging.getLogger(__name__)
Status = Challenge.Status
GRACE = timedelta(minutes=30)
"""How long after an outage nobody loses anything by time: they could not answer or come."""
A_WEEK = timedelta(days=7)
BATCH = 100
GONE = (Match.Status.VOID, Match.Status.CLOSED)


def result_note(match: Match) -> None:
    """Mark the result of a finished match as due; it is taken after the commit."""
    due = Challenge.objects.filter(match=match, status=Status.ACCEPTED)
    pks = list(due.values_list("pk", flat=True))
    if due.update(result_due=True):
        transaction.on_commit(partial(result_take, pk=pks[0]), robust=True)


@transaction.atomic
def result_take(*, pk: int) -> bool:
    """Record the result of a challenge's finished match; return whether this call did.

    The challenger has the first seat. A draw keeps the order. Players who quit rank last, as in
    ratings and events.
    """
    challenge = _held(pk, Status.ACCEPTED)
    if challenge is None or challenge.match is None or not challenge.result_due:
        return False
    ranks = ranks_counted(
        challenge.match, challenge.match.rules.meta.contest(load_position(challenge.match).state)
    )
    won_by = "" if ranks[0] == ranks[1] else list(Challenge.Side)[ranks.index(min(ranks))]
    played = [one.pk for one in (challenge.challenger, challenge.challenged) if one is not None]
    challenge.ladder.rungs.filter(user__in=played).update(active_at=timezone.now())
    end(challenge, Status.PLAYED, won_by)
    challenge_untell(challenge)
    return True


def _held(pk: int, status: Challenge.Status) -> Challenge | None:
    """Lock a challenge's ladder; return the challenge, if it still has that status."""
    found = Challenge.objects.filter(pk=pk, status=status).select_related("ladder").first()
    if found is None:
        return None
    challenge = challenge_held(ladder_hold(found.ladder), pk)
    return challenge if challenge.status == status else None


@transaction.atomic
def challenge_expire(*, pk: int) -> None:
    """End a challenge that was not answered in time, as if it had been declined."""
    challenge = _held(pk, Status.OPEN)
    if challenge is not None and challenge.answer_by < timezone.now():
        not_played(challenge, Status.EXPIRED)


@transaction.atomic
def challenge_called_off(*, pk: int) -> None:
    """Cancel a challenge whose match ended without a result."""
    challenge = _held(pk, Status.ACCEPTED)
    if challenge is not None and challenge.match and challenge.match.status in GONE:
        settle_void(challenge)


@transaction.atomic
def challenge_overdue(*, pk: int) -> None:
    """Decide an accepted challenge whose match has not begun in time.

    If one of the two came, the other loses by default; else it is void.
    """
    challenge = _held(pk, Status.ACCEPTED)
    if challenge is None or challenge.play_by is None or challenge.play_by > timezone.now():
        return
    match = match_not_begun(challenge)
    if match is None or match.status != Match.Status.OPEN:
        return
    came = _came(match)
    if len(came) == 1:
        absent = next(one for one in seats_of(match) if one != came[0])
        lose_by_default(challenge, absent.user)
    else:
        settle_void(challenge)


def _came(match: Match) -> list[Seat]:
    """Return the seats that are ready; if none is, those that never failed a start."""
    seats = seats_of(match)
    ready = [seat for seat in seats if seat.is_ready]
    failed = set(NoShow.objects.filter(match=match).values_list("user_id", flat=True))
    return ready or [seat for seat in seats if failed and seat.user_id not in failed]


@transaction.atomic
def idle_drop(*, pk: int) -> None:
    """Drop everybody on a ladder who has been idle too long by one place, once a week each."""
    ladder = ladder_hold(ChallengeLadder(pk=pk))
    now = timezone.now()
    live = ladder.challenges.filter(status=Status.ACCEPTED)
    playing = {one for pair in live.values_list("challenger", "challenged") for one in pair}
    rungs = {one.user_id: one for one in ladder.rungs.order_by("place")}
    idle = {user for user, rung in rungs.items() if is_idle(ladder, rung, now)} - playing
    week_ago = now - A_WEEK
    due = {user for user in idle if (rungs[user].dropped_at or week_ago) <= week_ago}
    for user, to in idle_drops([*rungs], idle, due):
        place_move(ladder, user, to, PlaceMove.Kind.IDLE)
        ladder.rungs.filter(user=user).update(dropped_at=now)


def sweep_challenges() -> int:
    """End what is due; return how much was tried. Nobody loses by time soon after an outage."""
    live = Challenge.objects.filter(status=Status.ACCEPTED)
    finished = live.filter(of_known_rules("match__"), result_due=True)
    work = _todo(result_take, finished)
    work += _todo(challenge_called_off, live.filter(match__status__in=GONE))
    if has_served_for(GRACE):
        now = timezone.now()
        unanswered = Challenge.objects.filter(status=Status.OPEN, answer_by__lt=now)
        late = live.filter(play_by__lt=now, match__status=Match.Status.OPEN)
        work += _todo(challenge_expire, unanswered) + _todo(challenge_overdue, late)
    return _done(work)


def sweep_idle() -> int:
    """Drop the idle on every open ladder; return how many ladders were looked at."""
    if not has_served_for(GRACE):
        return 0
    return _done(_todo(idle_drop, ChallengeLadder.objects.filter(is_open=True, idle_days__gt=0)))


def _todo(verb: Callable[..., object], rows: QuerySet[Any]) -> list[Callable[[], object]]:
    return [partial(verb, pk=pk) for pk in rows.values_list("pk", flat=True)[:BATCH]]


def _done(work: list[Callable[[], object]]) -> int:
    """Do each in its own transaction, so that a failing one stops no other."""
    for one in work:
        try:
            one()
        except Exception:
            logger.exception("a challenge ladder’s sweep failed", extra={"work": repr(one)})
    return len(work)
