"""Give everybody at a table more thinking time, as its organizer asked."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Least

from games.matches.models import Match
from games.matches.notify import announce
from games.matches.services.locking import lock_match, touch

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
