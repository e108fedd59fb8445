"""Track presence: sockets mark their seats as seen; a seat unseen for a while is away."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models.functions import Coalesce

from games.matches.clock import database_now
from games.matches.models import Match, Seat
from games.matches.notify import announce
from games.matches.services.locking import lock_match, seat_of, seats_of, touch
from games.matches.services.match_turn import TURN, turn_begin
from games.matches.services.outage import outage_credit
from games.matches.services.seat_offer import offer_end

logger = logging.getLogger(__name__)

SEEN = """
    WITH open AS (
        SELECT seat.id, seat.is_away, match.code, seat.user_id, page.visible
        FROM unnest(%(codes)s::text[], %(users)s::bigint[], %(visible)s::boolean[])
            AS page (code, user_id, visible)
        JOIN matches_match AS match ON match.code = page.code AND match.status = ANY(%(looked_at)s)
        JOIN matches_seat AS seat ON seat.match_id = match.id AND seat.user_id = page.user_id
        FOR NO KEY UPDATE OF seat SKIP LOCKED
    ), seen AS (
        UPDATE matches_seat AS seat
        SET seen_at = clock_timestamp(),
            looked_at = CASE WHEN open.visible THEN clock_timestamp() ELSE seat.looked_at END
        FROM open WHERE seat.id = open.id
    )
    SELECT code, user_id FROM open WHERE is_away
"""
# skips locked seats, which are seen the next time: no match may block all others' pages
AWAY = """
    SELECT DISTINCT match.code
    FROM matches_seat AS seat JOIN matches_match AS match ON seat.match_id = match.id
    WHERE match.status = ANY(%s) AND seat.user_id IS NOT NULL AND NOT seat.is_away
      AND coalesce(seat.seen_at, match.started_at, seat.joined_at)
          < statement_timestamp() - make_interval(secs => %s)
"""
AWAY_AFTER = timedelta(seconds=15)
LOOKED_AT = [Match.Status.OPEN.value, Match.Status.STARTING.value, Match.Status.RUNNING.value]
"""Includes tables, where the others wait for people who are not ready."""


def seats_seen(*, pages: Mapping[tuple[str, int], bool]) -> None:
    """Record that people have matches' pages open: by match code and user id, whether visible.

    Takes one statement, because every open page reports every few seconds. Mark anyone who was away
    as back; ignore people without a seat there.
    """
    values: dict[str, Any] = {
        "codes": [code for code, _ in pages],
        "users": [user_id for _, user_id in pages],
        "visible": list(pages.values()),
        "looked_at": LOOKED_AT,
    }
    with connection.cursor() as cursor:
        cursor.execute(SEEN, values)
        back = cursor.fetchall()
    for code, user_id in back:
        try:
            _seat_back(code, user_id)
        except DatabaseError:  # affects one match only: still away, so retried next time
            logger.exception("a seat's return failed", extra={"match": code})


@transaction.atomic
def _seat_back(code: str, user_id: int) -> None:
    """Mark a person as back, which ends the offer of their seat."""
    match = lock_match(code)
    mine = Seat.objects.filter(match=match, user=user_id)
    for seat in mine.exclude(offered_at=None):
        offer_end(match, seat)
    mine.update(is_away=False)
    touch(match)
    announce(match)


def seats_mark_away() -> int:
    """Mark seats unseen for 15 seconds as away; return how many matches changed."""
    with connection.cursor() as cursor:
        cursor.execute(AWAY, [LOOKED_AT, AWAY_AFTER.total_seconds()])
        codes = [code for (code,) in cursor.fetchall()]
    for code in codes:
        try:
            _mark_away(code)
        except DatabaseError:  # affects one match only, whose row is locked: continue
            logger.exception("marking who is away failed", extra={"match": code})
    return len(codes)


@transaction.atomic
def _mark_away(code: str) -> None:
    match = lock_match(code)
    limit = database_now() - AWAY_AFTER
    people = Seat.objects.filter(match=match, user__isnull=False, is_away=False)
    last = Coalesce("seen_at", "match__started_at", "joined_at")
    if people.alias(last=last).filter(last__lt=limit).update(is_away=True):
        touch(match)
        announce(match)


@transaction.atomic
def seat_return(*, code: str, user: object) -> Match:
    """Return a seat from its stand-in bot to its person, whose turn resumes at once.

    It is then no longer on offer.
    """
    outage_credit()
    match = lock_match(code)
    seats = seats_of(match)
    seat = seat_of(seats, user)
    if match.status == Match.Status.RUNNING and seat.stand_in:
        seat.stand_in, seat.timeouts_in_row = "", 0
        seat.save(update_fields=["stand_in", "timeouts_in_row"])
        if seat.offered_at is not None:
            offer_end(match, seat)
        if match.to_act == seat.number:
            turn_begin(match, seats)
        touch(match, *TURN)
        announce(match)
    return match
