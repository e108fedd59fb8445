"""Apply an agreement once everybody has agreed: pause the match, or end it without a result.

Called on a locked match whose seats were read under the lock; the caller saves the match.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.engine.contract import Rules
from games.matches.agreement import LONGEST_PAUSE, PAUSE, VOID, is_agreed
from games.matches.clock import stop_turn
from games.matches.models import Match, Seat


def agreement_settle(
    match: Match, seats: Sequence[Seat], rules: Rules, state: Any, now: datetime
) -> None:
    """Apply whatever all voters agree to, if anything.

    Call it too when somebody who had not agreed is no longer a voter: they resigned, are out, or
    have a stand-in bot.
    """
    if is_agreed(VOID, seats, rules, state):
        match_void(match, now)
    elif match.paused_at is None and is_agreed(PAUSE, seats, rules, state):
        stop_turn(match, now, LONGEST_PAUSE)


def match_void(match: Match, now: datetime) -> None:
    """End a running match without a result, so that it never counts for anybody."""
    match.status, match.finished_at = Match.Status.VOID, now
    match.to_act = match.deadline_at = match.bot_due_at = match.paused_at = None
