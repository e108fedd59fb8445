"""What a turn sets on the match's row besides its deadline: when a bot is due."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games.matches.models import Match, Seat


def turn_set_bot(match: Match, seats: list[Seat], now: datetime) -> None:
    """Set when the seat to act must be played by the server, if a bot sits there."""
    is_bot = match.to_act is not None and bool(seats[match.to_act].bot)
    pause = timedelta(milliseconds=settings.BOT_PAUSE_MS)
    match.bot_due_at = now + pause if is_bot else None
