"""Pause a match, resume it, or end it without a result, by agreement of all.

A pause is not a game event: it is stored in the match's row and does not appear in the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.engine.contract import Rules
from games.matches import store
from games.matches.agreement import FIELDS, LONGEST_PAUSE, PAUSE, VOID, is_agreed, is_asked, voters
from games.matches.clock import clock_of, database_now, resume_turn, stop_turn
from games.matches.invitations import offers_withdraw
from games.matches.models import Match, Seat
from games.matches.notify import announce
from games.matches.refusals import refuse
from games.matches.services.locking import lock_match, seat_of, seats_of
from games.matches.services.match_turn import turn_set_bot
from games.matches.services.outage import outage_credit

LEAST_LEFT = timedelta(seconds=15)


@transaction.atomic
def match_agree(*, code: str, user: Any, to: str, agrees: bool = True) -> Match:
    """Record that `user` agrees to a pause or to an end without a result, or no longer does.

    It takes effect when the last voter agrees. Raises MatchRefusal.
    """
    if to not in FIELDS:
        raise refuse("bad_agreement")
    outage_credit()
    match, seats, seat, state = _asked(code, user)
    if to == PAUSE and match.paused_at is not None:
        raise refuse("paused")
    if to == VOID and match.arranged:
        raise refuse("void_by_director")
    if getattr(seat, FIELDS[to]) == agrees:
        return match
    setattr(seat, FIELDS[to], agrees)
    seat.save(update_fields=[FIELDS[to]])
    agreement_settle(match, seats, match.rules, state, database_now())
    return _saved(match)


@transaction.atomic
def match_resume(*, code: str, user: Any) -> Match:
    """Resume a paused match. Any player may, once no player is away."""
    outage_credit()
    match, seats, seat, state = _asked(code, user)
    if match.paused_at is None:
        raise refuse("not_paused")
    others = [one for one in voters(seats, match.rules, state) if one is not seat]
    if any(one.is_away for one in others):
        raise refuse("somebody_away")
    _resume(match, seats, database_now())
    return _saved(match)


@transaction.atomic
def match_pause_end(*, code: str) -> Match:
    """Resume a match whose pause has reached its maximum length."""
    outage_credit()
    match = lock_match(code)
    now = database_now()
    if match.paused_at is None or match.deadline_at is None or match.deadline_at > now:
        return match
    _resume(match, seats_of(match), now)
    return _saved(match)


def _asked(code: str, user: Any) -> tuple[Match, list[Seat], Seat, Any]:
    """Return the locked match, its seats, the seat of `user` (who must be a voter), the state."""
    match = lock_match(code)
    seats = seats_of(match)
    seat = seat_of(seats, user)
    if match.status != Match.Status.RUNNING:
        raise refuse("not_running")
    if seat.stand_in:
        raise refuse("stand_in")
    state = store.load_position(match).state
    if state.resigned[seat.number]:
        raise refuse("has_resigned")
    if not is_asked(seat, match.rules, state):
        raise refuse("is_out")
    return match, seats, seat, state


def _resume(match: Match, seats: list[Seat], now: datetime) -> None:
    resume_turn(match, clock_of(match, seats), now, LEAST_LEFT)
    turn_set_bot(match, seats, now)
    for seat in seats:
        seat.agrees_to_pause = False
    Seat.objects.bulk_update(seats, ["agrees_to_pause"])


def _saved(match: Match) -> Match:
    match.revision += 1
    match.save()
    announce(match, lobby=match.status != Match.Status.RUNNING)
    return match


def agreement_settle(
    match: Match, seats: Sequence[Seat], rules: Rules, state: Any, now: datetime
) -> None:
    """Apply whatever all voters agree to, if anything.

    Call it too when somebody who had not agreed is no longer a voter: they resigned, are out, or
    have a stand-in bot.
    """
    if is_agreed(VOID, seats, rules, state):
        match_void(match, now)
        if any(seat.offered_at for seat in seats):
            offers_withdraw(match)
    elif match.paused_at is None and is_agreed(PAUSE, seats, rules, state):
        stop_turn(match, now, LONGEST_PAUSE)


def match_void(match: Match, now: datetime) -> None:
    """End a running match without a result, so that it never counts for anybody."""
    match.status, match.finished_at = Match.Status.VOID, now
    match.to_act = match.deadline_at = match.bot_due_at = match.paused_at = None
