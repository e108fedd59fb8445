"""Free seats at open tables, and close tables and matches that nobody uses.

A seat is freed by the table's owner, or because everybody waits for an absent person.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.matches.clock import database_now
from games.matches.invitations import freed_tell, invitations_withdraw, silent_tell
from games.matches.models import Invitation, Match, Seat, TurnedAway
from games.matches.notify import announce
from games.matches.refusals import refuse
from games.matches.selectors import of_known_rules
from games.matches.services.locking import lock_match, seats_of, touch
from games.matches.services.match_agree import match_void
from games.matches.services.outage import has_served_for
from games.matches.services.table_seats import (
    lock_own_table,
    seat_clear,
    seat_numbered,
    seats_changing,
    table_changed,
    table_left,
)

SILENT_AFTER = timedelta(minutes=2)
"""How long a full table waits for somebody who is neither ready nor present."""


@transaction.atomic
def table_free_seat(*, code: str, user: Any, number: int, name: str = "") -> Match:
    """Free another person's seat; only the owner may.

    That person is notified, and may sit down here again only if invited. `name` is the person the
    owner saw in the seat: anyone who has sat down there since is not removed in their place.
    """
    match, seats = lock_own_table(code, user)
    seats_changing(match, user, "free_seat", number)
    seat = seat_numbered(seats, number)
    freed = seat.user
    if freed is None or freed == user:
        raise refuse("nobody_else")
    if name and name != seat.shown_name:
        raise refuse("stale_version")
    seat_clear(seat)
    TurnedAway.objects.create(match=match, user=freed)
    Invitation.objects.filter(match=match, user=freed).delete()
    freed_tell(match, by=user, to=freed)
    return table_changed(match)


@transaction.atomic
def silent_seats_free() -> int:
    """Free the seats of people who keep others waiting too long; return how many.

    This applies to a full table where somebody is ready and nobody has done anything for a while.
    People with the page open may take their time: the owner sees that they are present. After an
    outage everybody gets the same time to return.
    """
    if not has_served_for(SILENT_AFTER):
        return 0
    limit = database_now() - SILENT_AFTER
    return sum(_free_silent(match, limit) for match in _held_up(limit))


def _held_up(limit: datetime) -> QuerySet[Match]:
    """Lock and return the tables that wait for an absent person, skipping locked ones."""
    seats = Seat.objects.filter(match=OuterRef("pk"))
    people = seats.filter(user__isnull=False)
    return Match.objects.select_for_update(no_key=True, skip_locked=True).filter(
        ~Exists(seats.filter(name="")),
        Exists(people.exclude(seat_commitment="")),
        Exists(people.filter(seat_commitment="", is_away=True)),
        of_known_rules(),
        status=Match.Status.OPEN,
        arranged=False,
        touched_at__lt=limit,
    )


def _free_silent(match: Match, limit: datetime) -> int:
    seats = seats_of(match)
    silent = [seat for seat in seats if seat.user_id and _is_silent(seat, limit)]
    for seat in silent:
        user = seat.user
        seat_clear(seat)
        silent_tell(match, to=user)
        table_left(match, seats, user)
    return len(silent)


def _is_silent(seat: Seat, limit: datetime) -> bool:
    unseen = seat.seen_at is None or seat.seen_at < limit
    return seat.is_away and unseen and not seat.is_ready


@transaction.atomic
def guests_seats_free() -> int:
    """Free the seats of guests who are away for two minutes before the start; return how many."""
    if not has_served_for(SILENT_AFTER):
        return 0
    limit = database_now() - SILENT_AFTER
    gone = Seat.objects.filter(user__is_guest=True, is_away=True).filter(
        Q(seen_at__lt=limit) | Q(seen_at=None, joined_at__lt=limit)
    )
    tables = Match.objects.select_for_update(no_key=True, skip_locked=True).filter(
        Exists(gone.filter(match=OuterRef("pk"))), of_known_rules(), status=Match.Status.OPEN
    )
    return sum(_free_guests(match, set(gone.values_list("pk", flat=True))) for match in tables)


def _free_guests(match: Match, gone: set[int]) -> int:
    seats = seats_of(match)
    left = [seat for seat in seats if seat.pk in gone]
    for seat in left:
        user = seat.user
        seat_clear(seat)
        table_left(match, seats, user)
    return len(left)


STALE_AFTER = timedelta(minutes=30)


@transaction.atomic
def tables_close_stale() -> int:
    """Close open tables that nobody has touched for half an hour; return how many.

    An event's tables wait for their players until the event releases them.
    """
    limit = database_now() - STALE_AFTER
    stale = Match.objects.select_for_update(no_key=True, skip_locked=True).filter(
        status=Match.Status.OPEN, arranged=False, touched_at__lt=limit
    )
    closed = 0
    for match in stale:
        match.status, match.deadline_at = Match.Status.CLOSED, None
        touch(match, "status", "deadline_at")
        invitations_withdraw(match)
        announce(match, lobby=True)
        closed += 1
    return closed


@transaction.atomic
def match_call_off_for_good(*, code: str) -> Match:
    """Close an open table, or void a running match, which then never gets a result.

    Does nothing to a finished match.
    """
    match = lock_match(code)
    if match.status in (Match.Status.OPEN, Match.Status.STARTING):
        match.status = Match.Status.CLOSED
    elif match.status == Match.Status.RUNNING:
        match_void(match, database_now())
    else:
        return match
    invitations_withdraw(match)
    match.to_act = match.deadline_at = match.bot_due_at = None
    match.revision += 1
    match.save()
    announce(match, lobby=True)
    return match
