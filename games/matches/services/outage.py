"""Outages stop clocks: the time in which no server was alive is given back, once.

Every process keeps one row's time fresh. Whoever finds it stale holds its
lock, moves every deadline by the gap and freshens it, all in one transaction:
so a gap is credited exactly once, whatever crashes, by whichever process
comes first.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import connection, transaction
from django.db.models import F

from games.matches.clock import database_now
from games.matches.models import Heartbeat, Match

BEAT_EVERY = timedelta(seconds=1)
OUTAGE = timedelta(seconds=5)
FRESH = """
    SELECT 1 FROM matches_heartbeat WHERE at > statement_timestamp() - interval '1 second'
"""


def outage_credit() -> timedelta:
    """Say that a server is alive; return the outage that was credited, if there was one."""
    with connection.cursor() as cursor:
        cursor.execute(FRESH)
        if cursor.fetchone():
            return timedelta()
    return _beat()


@transaction.atomic
def _beat() -> timedelta:
    beat, is_new = Heartbeat.objects.select_for_update().get_or_create(pk=1)
    now = database_now()
    gap = now - beat.at
    if is_new or gap < BEAT_EVERY:
        return timedelta()
    if gap >= OUTAGE:
        _give_back(beat, gap)
    beat.at = now
    beat.save(update_fields=["at"])
    return gap if gap >= OUTAGE else timedelta()


def _give_back(beat: Heartbeat, gap: timedelta) -> None:
    """Move the turns and pauses that were running when the last server died."""
    Match.objects.filter(
        status__in=[Match.Status.RUNNING, Match.Status.STARTING],
        deadline_at__isnull=False,
    ).update(
        deadline_at=F("deadline_at") + gap,
        turn_started_at=F("turn_started_at") + gap,
        paused_at=F("paused_at") + gap,
        revision=F("revision") + 1,
    )
