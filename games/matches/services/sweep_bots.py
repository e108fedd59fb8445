"""The sweep of bots' turns: claim each as it begins, and play its answer when that is due.

The process that claims a turn leases it in the match's row, for long enough to think and answer; if
it dies, another process claims the turn after that. Pending answers stay in this process's memory
only, because they reveal what a hand holds.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Any

from django.db import connection, transaction

from games.matches.clock import database_now
from games.matches.services.failing import turn_try
from games.matches.services.match_bots import Answer, match_bot_answer, match_bot_think
from games.matches.services.match_turn import LONGEST, bot_pause
from games.registry import ruleset_names

CLAIM = timedelta(seconds=10)
AT_ONCE = 4
SWEEP_SECONDS = 0.5
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
WAITING: dict[str, Answer] = {}


def sweep_bots() -> int:
    """Let bots think about turns that have begun, and play the answers that are due.

    Continues for a while with the turns that this begins; returns how many answers were played.
    """
    until, given = monotonic() + SWEEP_SECONDS, answers_give()
    while turns := _claim():
        for code, due in turns:
            turn_try(code, partial(_think, code, due))
            given += answers_give()
        if monotonic() > until:
            break
    return given


def answers_give() -> int:
    """Play the answers that are due; return how many."""
    if not WAITING:
        return 0
    now = database_now()
    due = [answer for answer in list(WAITING.values()) if answer.due <= now]
    for answer in due:
        del WAITING[answer.code]
        turn_try(answer.code, partial(match_bot_answer, answer))
    return len(due)


def _think(code: str, due: datetime) -> None:
    """Let a bot think, and hold its answer until it is due."""
    answer = match_bot_think(code=code, due=due)
    if answer is not None:
        WAITING[code] = answer


@transaction.atomic
def _claim() -> list[tuple[str, datetime]]:
    """Claim matches in which a bot's turn has begun; return each with its answer's due time."""
    ahead = bot_pause() * LONGEST
    claim: dict[str, Any] = {
        "claim": CLAIM.total_seconds(),
        "ahead": ahead.total_seconds(),
        "rules": ruleset_names(),
        "most": AT_ONCE,
    }
    with connection.cursor() as cursor:
        cursor.execute(CLAIM_BOTS, claim)
        return [(code, due) for code, due in cursor.fetchall()]
