"""From ready to the first deal: commit, reveal, start, or call it off.

Spec: record format, section "Commitment", steps 2–5.
"""

from __future__ import annotations

import re
from typing import Any

from django.db import transaction

from games.engine.chance import Chance
from games.engine.fairness import MAX_CONTRIBUTION, seat_commitment_of
from games.engine.match import start_match
from games.matches import store
from games.matches.chain import first_head
from games.matches.clock import clock_of, database_now, start_turn
from games.matches.invitations import awaited_tell, check_missed_tell, invitations_withdraw
from games.matches.models import Match, NoShow, Seat
from games.matches.notify import announce
from games.matches.refusals import refuse
from games.matches.services.locking import lock_match, seat_of, seats_of, touch
from games.matches.services.match_turn import turn_set_bot
from games.matches.services.secret import (
    commitments_clear,
    secret_draw,
    secret_reveal,
    seed_make,
)
from games.matches.services.table_seats import (
    lock_open_table,
    reveal_begin_if_ready,
    search_go_on,
    seat_clear,
    seat_commit_bot,
    table_left,
)

HEX64 = re.compile(r"[0-9a-f]{64}")


@transaction.atomic
def seat_ready(*, code: str, user: Any, seat_commitment: str) -> Match:
    """Store a seat's commitment; after the last one, ask all seats to reveal.

    A seat may replace its commitment until then. Raises MatchRefusal.
    """
    match, seats = lock_open_table(code)
    seat = seat_of(seats, user)
    if not HEX64.fullmatch(seat_commitment):
        raise refuse("bad_commitment")
    seat.seat_commitment = seat_commitment
    seat.save(update_fields=["seat_commitment"])
    if not match.arranged:
        invitations_withdraw(match, to=user)
    _tell_awaited(match, seats)
    reveal_begin_if_ready(match, seats)
    return _saved(match, "status", "deadline_at", "touched_at")


def _tell_awaited(match: Match, seats: list[Seat]) -> None:
    """Notify the absent people of a table where everybody else is ready."""
    awaited = [seat for seat in seats if not seat.is_ready]
    if all(seat.user_id and seat.is_away for seat in awaited):
        for seat in awaited:
            awaited_tell(match, to=seat.user)


@transaction.atomic
def seat_unready(*, code: str, user: Any) -> Match:
    """Withdraw a seat's commitment."""
    match, seats = lock_open_table(code)
    seat = seat_of(seats, user)
    seat.seat_commitment = ""
    seat.save(update_fields=["seat_commitment"])
    return _saved(match, "touched_at")


@transaction.atomic
def seat_reveal(*, code: str, user: Any, contribution: str) -> Match:
    """Store a seat's contribution; the last one begins the match.

    Refused unless it matches the commitment. Revealing again changes nothing, even after the match
    has begun, because a second tab of the same person reveals too, as does a page whose answer was
    lost.
    """
    match = lock_match(code)
    seats = seats_of(match)
    seat = seat_of(seats, user)
    if contribution and seat.contribution == contribution:
        return match
    if match.status != Match.Status.STARTING:
        raise refuse("not_starting")
    expected = seat_commitment_of(match.code, seat.number, match.commitment, contribution)
    fits = 1 <= len(contribution) <= MAX_CONTRIBUTION and "\0" not in contribution
    if not fits or expected != seat.seat_commitment:
        raise refuse("bad_contribution")
    seat.contribution = contribution
    seat.save(update_fields=["contribution"])
    if all(place.contribution for place in seats):
        match_start(match, seats)
    return match


def match_start(match: Match, seats: list[Seat]) -> None:
    """Make the seed, deal, store the opening events and begin the first turn."""
    rules = match.rules
    chance = Chance(seed_make(match, seats), match.game)
    events, state = start_match(rules, match.options, match.seat_count, chance)
    now = database_now()
    match.status = Match.Status.RUNNING
    match.rated = match.rated and all(seat.user_id is not None for seat in seats)
    match.started_at = now
    match.head = first_head(match)
    match.chance_operation = chance.operation
    match.to_act = rules.to_act(state)
    store.append_events(match, events)
    for seat in seats:
        seat.reserve_ms = match.reserve_seconds * 1000
        seat.seen_at, seat.is_away = None, False  # everybody has just revealed, so is present
    Seat.objects.bulk_update(seats, ["reserve_ms", "seen_at", "is_away"])
    start_turn(match, clock_of(match, seats), now)
    turn_set_bot(match, seats, now)
    match.revision += 1
    match.save()
    invitations_withdraw(match)
    announce(match, lobby=True)
    position = store.extend_position(store.NOTHING, match, events, state)
    transaction.on_commit(lambda: store.POSITIONS.put(match.pk, position))


@transaction.atomic
def match_call_off(*, code: str) -> Match:
    """Free the seats that did not reveal in time, and give the table a new secret.

    At an arranged table people keep their seats and must get ready again. Does nothing unless the
    match is starting and its deadline has passed.
    """
    match = lock_match(code)
    now = database_now()
    if (
        match.status != Match.Status.STARTING
        or match.deadline_at is None
        or match.deadline_at > now
    ):
        return match
    seats = seats_of(match)
    missing = [seat for seat in seats if not seat.contribution]
    NoShow.objects.bulk_create(NoShow(match=match, user=seat.user) for seat in missing)
    secret_reveal(match, now)
    leaving = [] if match.arranged else missing
    gone = [seat.user for seat in leaving]
    for seat in leaving:
        seat_clear(seat)
    match.status, match.deadline_at = Match.Status.OPEN, None
    secret_draw(match)
    _commit_anew(match, seats)
    for user in gone:
        table_left(match, seats, user)
        if match.is_search:
            check_missed_tell(match, to=user)
    if match.is_search:
        search_go_on(match, seats)
    return _saved(match, "status", "deadline_at", "commitment")


def _commit_anew(match: Match, seats: list[Seat]) -> None:
    """Clear all commitments to the old secret, and let bots commit to the new one at once."""
    commitments_clear(seats)
    for seat in seats:
        if seat.bot:
            seat_commit_bot(match, seat)
            seat.save(update_fields=["seat_commitment", "contribution"])


def _saved(match: Match, *fields: str) -> Match:
    touch(match, *fields)
    announce(match, lobby=True)
    return match
