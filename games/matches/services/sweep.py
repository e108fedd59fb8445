"""The sweep: what is due is done by whichever process sees it first.

Deadlines and bots' turns are columns; every server process sweeps them with
SKIP LOCKED on the database's clock, so they survive any restart.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

from django.db import connection, transaction

from games.matches.models import Match
from games.matches.services.match_act import match_time_out
from games.matches.services.match_agree import match_pause_end
from games.matches.services.match_bots import match_bot_act
from games.matches.services.match_start import match_call_off
from games.matches.services.outage import outage_credit
from games.matches.services.presence import seats_mark_away
from games.matches.services.table_close import tables_close_stale

logger = logging.getLogger(__name__)

BOT_CLAIM_SECONDS = 10
BATCH = 20
BOTS_SECONDS = 0.5

DUE_DEADLINES = """
    SELECT code, status, paused_at IS NOT NULL FROM matches_match
    WHERE deadline_at <= statement_timestamp()
    ORDER BY deadline_at LIMIT %s FOR NO KEY UPDATE SKIP LOCKED
"""
CLAIM_BOTS = """
    UPDATE matches_match SET bot_due_at = clock_timestamp() + make_interval(secs => %s)
    WHERE id IN (
        SELECT id FROM matches_match WHERE bot_due_at <= statement_timestamp()
        ORDER BY bot_due_at LIMIT %s FOR NO KEY UPDATE SKIP LOCKED
    ) RETURNING code
"""


def sweep() -> int:
    """Do everything that is due now; return how many matches were touched."""
    outage_credit()
    return sweep_deadlines() + sweep_bots()


def sweep_deadlines() -> int:
    """Play default actions for turns that ran out; call off starts nobody revealed."""
    with connection.cursor() as cursor:
        cursor.execute(DUE_DEADLINES, [BATCH])
        due = cursor.fetchall()
    for code, status, is_paused in due:
        _guarded(_verb_at_deadline(status, is_paused), code)
    return len(due)


def _verb_at_deadline(status: str, is_paused: bool) -> Callable[..., object]:
    """Return what is done to a match whose deadline has passed."""
    if status == Match.Status.STARTING:
        return match_call_off
    return match_pause_end if is_paused else match_time_out


def sweep_bots() -> int:
    """Let the bots act whose turns are due, for a while also those that this makes due."""
    until, count = monotonic() + BOTS_SECONDS, 0
    while due := _claim_bots():
        for code in due:
            _guarded(match_bot_act, code)
        count += len(due)
        if monotonic() > until:
            break
    return count


@transaction.atomic
def _claim_bots() -> list[str]:
    """Return matches whose bot is due, put off for everybody else so that one process acts."""
    with connection.cursor() as cursor:
        cursor.execute(CLAIM_BOTS, [BOT_CLAIM_SECONDS, BATCH])
        return [code for (code,) in cursor.fetchall()]


def sweep_tables() -> int:
    """Close tables that nobody has touched for long."""
    return tables_close_stale()


def sweep_presence() -> int:
    """Mark who has not been seen for a while as away."""
    return seats_mark_away()


def _guarded(verb: Callable[..., object], code: str) -> None:
    """Keep one broken match from stopping all others; the error is logged."""
    try:
        verb(code=code)
    except Exception:
        logger.exception("sweep failed", extra={"match": code, "verb": verb.__name__})
