"""Stop the clocks during outages: credit the time in which no process served, exactly once.

Every serving process keeps a heartbeat row fresh; a process that only sweeps does not. The first
process to find the row stale locks it, moves every deadline by the gap and refreshes it, all in one
transaction. So each gap is credited exactly once, whatever crashes. Until then the clocks stand
still and no deadline is enforced.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import DurationField, ExpressionWrapper, F, Value
from django.db.models.functions import Least

from games.matches.clock import database_now
from games.matches.models import Heartbeat, Match

BEAT_EVERY = timedelta(seconds=1)
OUTAGE = timedelta(seconds=5)
FRESH = """
    SELECT 1 FROM matches_heartbeat WHERE at > statement_timestamp() - interval '1 second'
"""
JUDGED = "SELECT clock_timestamp(), (SELECT at FROM matches_heartbeat WHERE id = 1)"


class ClocksStand(Exception):
    """An outage has not been credited yet; `outage_credit` does that."""


def outage_credit() -> timedelta:
    """Record that this process serves; return the outage it credited, if any.

    Call it only before locking a match, never after: it may lock all matches.
    """
    with connection.cursor() as cursor:
        cursor.execute(FRESH)
        if cursor.fetchone():
            return timedelta()
    return _beat()


def judging_time() -> datetime:
    """Return the database's current time, for deadlines of a match whose row is locked.

    Raises ClocksStand while an outage has not been credited. Crediting and refreshing the heartbeat
    row happen in one transaction that needs this match's lock. So a caller that finds the row fresh
    has the match's state from after the credit.
    """
    with connection.cursor() as cursor:
        cursor.execute(JUDGED)
        return in_force(*cursor.fetchone())


def in_force(now: datetime, beat: datetime | None) -> datetime:
    """Return `now` if the last heartbeat `beat` is recent enough to enforce deadlines.

    Raises ClocksStand while an outage has not been credited.
    """
    if beat is not None and now - beat >= OUTAGE:
        raise ClocksStand
    return now


def clocks_stand() -> bool:
    """Tell whether an outage is in progress or has not been credited yet."""
    try:
        judging_time()
    except ClocksStand:
        return True
    return False


def has_served_for(time: timedelta) -> bool:
    """Tell whether there has been no outage for `time`; until then, penalize nobody for absence.

    During an outage nobody could show up or keep a page open.
    """
    if clocks_stand():
        return False
    return not Heartbeat.objects.filter(back_at__gt=database_now() - time).exists()


@transaction.atomic
def _beat() -> timedelta:
    beat, is_new = Heartbeat.objects.select_for_update().get_or_create(pk=1)
    now = database_now()
    gap = now - beat.at
    if is_new or gap < BEAT_EVERY:
        return timedelta()
    if gap >= OUTAGE:
        _give_back(now, gap)
        beat.back_at = now
    beat.at = now
    beat.save(update_fields=["at", "back_at"])
    return gap if gap >= OUTAGE else timedelta()


def _give_back(now: datetime, gap: timedelta) -> None:
    """Move running turns and pauses by the gap; those begun within it, by what was left of it."""
    lost = Least(
        Value(gap, DurationField()),
        ExpressionWrapper(Value(now) - F("turn_started_at"), DurationField()),
    )
    Match.objects.filter(
        status__in=[Match.Status.RUNNING, Match.Status.STARTING],
        deadline_at__isnull=False,
    ).update(
        deadline_at=F("deadline_at") + lost,
        turn_started_at=F("turn_started_at") + lost,
        paused_at=F("paused_at") + lost,
        revision=F("revision") + 1,
    )
