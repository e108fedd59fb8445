"""The sweep: the first process to see due work does it.

Deadlines and bots' turns are columns. Every server process sweeps them with SKIP LOCKED, by the
database's clock, so they survive any restart. The process that claims a bot's turn leases it in the
match's row, for long enough to think and answer; if it dies, another process claims the turn after
that. Thoughts stay in this process's memory only, because they reveal what a hand holds.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, wait
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Any

from django.db import connection, transaction

from games.matches.clock import GRACE, database_now
from games.matches.models import Match
from games.matches.services.bot_pool import bots_at_once
from games.matches.services.failing import turn_try
from games.matches.services.match_act import match_time_out
from games.matches.services.match_agree import match_pause_end
from games.matches.services.match_bots import Thought, match_bot_play, match_bot_think
from games.matches.services.match_start import match_call_off
from games.matches.services.match_turn import LONGEST, bot_pause
from games.matches.services.outage import ClocksStand, clocks_stand
from games.matches.services.presence import seats_mark_away
from games.matches.services.search import search_due
from games.matches.services.table_free import (
    guests_seats_free,
    silent_seats_free,
    tables_close_stale,
)
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
    """Play default actions for overdue turns, call off starts with missing reveals, move searches.

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
    if status == Match.Status.OPEN:
        return search_due
    if status == Match.Status.STARTING:
        return match_call_off
    return match_pause_end if is_paused else match_time_out


def sweep_tables() -> int:
    """Free seats of absent people whom a table waits for, and close long untouched tables."""
    return silent_seats_free() + guests_seats_free() + tables_close_stale()


def sweep_presence() -> int:
    """Mark people who have not been seen for a while as away."""
    return seats_mark_away()


def _try(verb: Callable[..., object], code: str) -> bool:
    """Do what is due, or postpone it; return whether it is finished for now."""
    try:
        return turn_try(code, partial(verb, code=code))
    except ClocksStand:
        return False  # it is due later


CLAIM = timedelta(seconds=10)
CLAIM_BOTS = """
    UPDATE matches_match
    SET bot_due_at = greatest(bot_due_at, clock_timestamp()) + make_interval(secs => %(claim)s)
    WHERE id IN (
        SELECT id FROM matches_match
        WHERE bot_due_at <= statement_timestamp() + make_interval(secs => %(ahead)s)
          AND game || '/' || ruleset = ANY(%(rules)s)
          AND (retry_at IS NULL OR retry_at <= statement_timestamp())
        ORDER BY failures, bot_due_at LIMIT %(most)s FOR NO KEY UPDATE SKIP LOCKED
    ) RETURNING code, bot_due_at - make_interval(secs => %(claim)s)
"""
THOUGHTS: dict[str, Thought] = {}


def sweep_bots() -> int:
    """Let bots think about turns that have begun, and play the actions that are due.

    Continues for a while with the turns that this begins; returns how many actions were played.
    """
    until, played = monotonic() + SWEEP_SECONDS, thoughts_play()
    while monotonic() < until:
        begun = [turn_try(code, partial(_think, code, due)) for code, due in _claim()]
        thinking = [thought.action for thought in THOUGHTS.values() if not thought.action.done()]
        if not begun and (bot_pause() or not thinking):
            break
        if not bot_pause():
            wait(thinking, until - monotonic(), FIRST_COMPLETED)
        played += thoughts_play()
    return played


def thoughts_play() -> int:
    """Play the bots' actions that are due; return how many."""
    if not THOUGHTS:
        return 0
    now = database_now()
    due = [thought for thought in list(THOUGHTS.values()) if thought.is_due(now)]
    for thought in due:
        del THOUGHTS[thought.code]
        turn_try(thought.code, partial(match_bot_play, thought))
    return len(due)


def _think(code: str, due: datetime) -> None:
    """Let a bot think."""
    thought = match_bot_think(code=code, due=due)
    if thought is not None:
        THOUGHTS[code] = thought


@transaction.atomic
def _claim() -> list[tuple[str, datetime]]:
    """Claim matches in which a bot's turn has begun; return each with its action's due time.

    Claims no more than can be thought about at once, and leaves others to other processes.
    """
    thinking = sum(not thought.action.done() for thought in THOUGHTS.values())
    if (most := bots_at_once() - thinking) <= 0:
        return []
    ahead = bot_pause() * LONGEST
    claim: dict[str, Any] = {
        "claim": CLAIM.total_seconds(),
        "ahead": ahead.total_seconds(),
        "rules": ruleset_names(),
        "most": most,
    }
    with connection.cursor() as cursor:
        cursor.execute(CLAIM_BOTS, claim)
        return [(code, due) for code, due in cursor.fetchall()]
