"""Begin a turn, and give more time.

Beginning a turn sets the match row's deadline, and when a bot's answer is due. That time is drawn
as the turn begins, before anything looks at the bot's hand; see `match_bots`.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Least

from games.matches.clock import clock_of, database_now, start_turn
from games.matches.models import Match, Seat
from games.matches.notify import announce
from games.matches.services.locking import lock_match, touch

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


LONGEST_RESERVE = 20 * 86_400
"""In seconds; the column of milliseconds overflows after 24 days."""


@transaction.atomic
def match_give_time(*, code: str, seconds: int) -> bool:
    """Add to every seat's reserve and to the running turn; return whether the match was running.

    A table that has not begun starts with the longer reserve. However often time is added, no
    reserve exceeds LONGEST_RESERVE.
    """
    match = lock_match(code)
    more = timedelta(seconds=seconds)
    if match.status == Match.Status.RUNNING:
        given = seconds * 1000
        room = LONGEST_RESERVE * 1000 - given  # capped before adding, so the sum cannot overflow
        match.seats.update(reserve_ms=Least(F("reserve_ms"), room) + given)
        if match.deadline_at is not None:
            match.deadline_at += more
        touch(match, "deadline_at")
    elif match.is_table:
        match.reserve_seconds = min(match.reserve_seconds + seconds, LONGEST_RESERVE)
        touch(match, "reserve_seconds")
    else:
        return False
    announce(match)
    return True
