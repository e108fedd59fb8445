"""The sweep: the first process to see due work does it.

Deadlines and bots' turns are columns. Every server process sweeps them with SKIP LOCKED, by the
database's clock, so they survive any restart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic

from django.db import connection

from games.matches.clock import GRACE
from games.matches.models import Match
from games.matches.services.failing import turn_try
from games.matches.services.match_act import match_time_out
from games.matches.services.match_agree import match_pause_end
from games.matches.services.match_start import match_call_off
from games.matches.services.outage import ClocksStand, clocks_stand
from games.matches.services.presence import seats_mark_away
from games.matches.services.sweep_bots import sweep_bots
from games.matches.services.table_close import tables_close_stale
from games.matches.services.table_free import silent_seats_free
from games.registry import ruleset_names

BATCH = 20
SWEEP_SECONDS = 0.5

DUE_DEADLINES = """
    SELECT code, status, paused_at IS NOT NULL FROM matches_match
    WHERE due_from <= statement_timestamp()
      AND deadline_at <= statement_timestamp() - make_interval(secs => %s)
      AND (game || '/' || ruleset = ANY(%s) OR status = 'starting')
      AND (retry_at IS NULL OR retry_at <= statement_timestamp())
    ORDER BY failures, random() LIMIT %s FOR NO KEY UPDATE SKIP LOCKED
"""
# due_from has the index; the random order keeps processes from queueing at the same locks; a match
# whose rules are gone is skipped; one that failed comes after all others


def sweep() -> int:
    """Do everything that is due now; return how many matches were touched.

    Nothing is due during an outage, nor until the outage has been credited.
    """
    if clocks_stand():
        return 0
    return sweep_deadlines() + sweep_bots()


def sweep_deadlines() -> int:
    """Play default actions for overdue turns; call off starts with missing reveals.

    Continues for a while if many are due at once.
    """
    until, count = monotonic() + SWEEP_SECONDS, 0
    while due := _due():
        done = [_try(_verb_at_deadline(status, paused), code) for code, status, paused in due]
        count += len(due)
        if len(due) < BATCH or not any(done) or monotonic() > until:
            break
    return count


def _due() -> list[tuple[str, str, bool]]:
    with connection.cursor() as cursor:
        cursor.execute(DUE_DEADLINES, [GRACE.total_seconds(), ruleset_names(), BATCH])
        due: list[tuple[str, str, bool]] = cursor.fetchall()
    return due


def _verb_at_deadline(status: str, is_paused: bool) -> Callable[..., object]:
    """Return the service to call for a match whose deadline has passed."""
    if status == Match.Status.STARTING:
        return match_call_off
    return match_pause_end if is_paused else match_time_out


def sweep_tables() -> int:
    """Free seats of absent people whom a table waits for, and close long untouched tables."""
    return silent_seats_free() + tables_close_stale()


def sweep_presence() -> int:
    """Mark people who have not been seen for a while as away."""
    return seats_mark_away()


def _try(verb: Callable[..., object], code: str) -> bool:
    """Do what is due, or postpone it; return whether it is finished for now."""
    try:
        return turn_try(code, partial(verb, code=code))
    except ClocksStand:
        return False  # it is due later
