"""Outages stop clocks: the time in which nobody served is given back, once.

Every process that serves keeps one row's time fresh; one that only sweeps does not. Whoever finds
it stale holds its lock, moves every deadline by the gap and freshens it, all in one transaction:
so a gap is credited exactly once, whatever crashes, by whichever process comes first. Until then
clocks stand: nothing is judged by them.
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
    """There was an outage that has not been given back yet: `outage_credit` does."""


def outage_credit() -> timedelta:
    """Say that this process serves; return the outage that was credited, if there was one.

    Call it before a match is locked, never after: it may lock them all.
    """
    with connection.cursor() as cursor:
        cursor.execute(FRESH)
        if cursor.fetchone():
            return timedelta()
    return _beat()


def judging_time() -> datetime:
    """Return the database's present time, to judge a match by whose row is locked.

    Raises ClocksStand while an outage has not been given back. An outage is given back and the
    row of its end freshened in one transaction, and that one needs this match's lock: so whoever
    finds it fresh has the match as it is after the outage.
    """
    with connection.cursor() as cursor:
        cursor.execute(JUDGED)
        return in_force(*cursor.fetchone())


def in_force(now: datetime, beat: datetime | None) -> datetime:
    """Return `now` if the last sign of life `beat` is fresh enough to judge by it.

    Raises ClocksStand while an outage has not been given back.
    """
    if beat is not None and now - beat >= OUTAGE:
        raise ClocksStand
    return now


def clocks_stand() -> bool:
    """Tell whether there was an outage that has not been given back yet, or still is one."""
    try:
        judging_time()
    except ClocksStand:
        return True
    return False


def has_served_for(time: timedelta) -> bool:
    """Tell whether there was no outage for so long: before that nobody is taken to task.

    Who was to come, or to look on, could not while nobody served.
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
    """Move the turns and pauses that were running; one that began within the gap, by its part."""
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
