"""Begin a turn: set the match row's deadline, and when a bot's answer is due.

That time is drawn as the turn begins, before anything looks at the bot's hand; see `match_bots`.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.conf import settings

from games.matches.clock import clock_of, database_now, start_turn
from games.matches.models import Match, Seat

LONGEST = 1.5
TURN = ("turn_started_at", "deadline_at", "bot_due_at", "failures", "retry_at")
"""The columns that beginning a turn sets."""


def turn_set_bot(match: Match, seats: list[Seat], now: datetime) -> None:
    """Set when the seat to act will be played by the server, if a bot sits there."""
    is_bot = match.to_act is not None and bool(seats[match.to_act].player_bot)
    pause = bot_pause() * random.uniform(1.0, LONGEST)
    match.bot_due_at = now + pause if is_bot else None


def bot_pause() -> timedelta:
    """Return the shortest pause before a bot's answer; zero if bots need not pause."""
    return timedelta(milliseconds=settings.BOT_PAUSE_MS)


def turn_begin(match: Match, seats: list[Seat]) -> None:
    """Begin the turn of the seat to act, person or bot; the caller saves the match.

    During a pause the turn begins when the pause ends.
    """
    if match.paused_at is not None:
        match.turn_started_at = match.paused_at
        return
    now = database_now()
    start_turn(match, clock_of(match, seats), now)
    turn_set_bot(match, seats, now)
