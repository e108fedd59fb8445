"""Who is at the table: seats are seen by their sockets, and away when unseen for a while."""

from __future__ import annotations

from datetime import timedelta

from django.db import connection, transaction
from django.db.models import Q

from games.matches.access import MatchNotFound
from games.matches.clock import database_now
from games.matches.models import Match, Seat
from games.matches.notify import announce
from games.matches.services.locking import lock_match, seat_of, seats_of, touch
from games.matches.services.match_turn import turn_begin
from games.matches.services.outage import outage_credit

SEEN = """
    WITH seen AS (
        UPDATE matches_seat AS seat SET seen_at = clock_timestamp()
        FROM matches_match AS match
        WHERE seat.match_id = match.id AND match.code = %(code)s AND seat.user_id = %(user)s
          AND match.status = 'running'
        RETURNING seat.is_away
    )
    SELECT revision, (SELECT is_away FROM seen) FROM matches_match WHERE code = %(code)s
"""
AWAY = """
    SELECT DISTINCT match.code
    FROM matches_seat AS seat JOIN matches_match AS match ON seat.match_id = match.id
    WHERE match.status = 'running' AND seat.user_id IS NOT NULL AND NOT seat.is_away
      AND coalesce(seat.seen_at, match.started_at) < statement_timestamp() - interval '15 seconds'
"""
AWAY_AFTER = timedelta(seconds=15)


def seat_seen(*, code: str, user_id: int) -> int:
    """Note that somebody's page is open, and return the match's revision.

    Whoever was away is back for all to see. One statement, since every open page says so every few
    seconds. Raises MatchNotFound.
    """
    with connection.cursor() as cursor:
        cursor.execute(SEEN, {"code": code, "user": user_id})
        row = cursor.fetchone()
    if row is None:
        raise MatchNotFound(code)
    revision, was_away = row
    if was_away:
        _seat_back(code, user_id)
    return int(revision)


@transaction.atomic
def _seat_back(code: str, user_id: int) -> None:
    match = lock_match(code)
    Seat.objects.filter(match=match, user=user_id).update(is_away=False)
    touch(match)
    announce(match)


def seats_mark_away() -> int:
    """Mark seats nobody has seen for 15 seconds as away; return how many matches changed."""
    with connection.cursor() as cursor:
        cursor.execute(AWAY)
        codes = [code for (code,) in cursor.fetchall()]
    for code in codes:
        _mark_away(code)
    return len(codes)


@transaction.atomic
def _mark_away(code: str) -> None:
    match = lock_match(code)
    limit = database_now() - AWAY_AFTER
    unseen = Q(seen_at__lt=limit) | Q(seen_at__isnull=True)
    people = Seat.objects.filter(match=match, user__isnull=False, is_away=False)
    if people.filter(unseen).update(is_away=True):
        touch(match)
        announce(match)


@transaction.atomic
def seat_return(*, code: str, user: object) -> Match:
    """Take one's seat back from the bot that stands in; it is one's own turn again at once."""
    outage_credit()
    match = lock_match(code)
    seats = seats_of(match)
    seat = seat_of(seats, user)
    if match.status == Match.Status.RUNNING and seat.stand_in:
        seat.stand_in, seat.timeouts_in_row = "", 0
        seat.save(update_fields=["stand_in", "timeouts_in_row"])
        if match.to_act == seat.number:
            turn_begin(match, seats)
        touch(match, "turn_started_at", "deadline_at", "bot_due_at")
        announce(match)
    return match
