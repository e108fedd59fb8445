"""What a turn sets on the match's row besides its deadline: when a bot is due."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games.matches.clock import clock_of, database_now, start_turn
from games.matches.models import Match, Seat


def turn_set_bot(match: Match, seats: list[Seat], now: datetime) -> None:
    """Set when the seat to act must be played by the server, if a bot sits there."""
    is_bot = match.to_act is not None and bool(seats[match.to_act].player_bot)
    pause = timedelta(milliseconds=settings.BOT_PAUSE_MS)
    match.bot_due_at = now + pause if is_bot else None


def turn_begin(match: Match, seats: list[Seat]) -> None:
    """Let the seat to act begin its turn now, whoever plays it; the caller saves the match.

    In a pause the turn begins when the pause ends.
    """
    if match.paused_at is not None:
        match.turn_started_at = match.paused_at
        return
    now = database_now()
    start_turn(match, clock_of(match, seats), now)
    turn_set_bot(match, seats, now)
