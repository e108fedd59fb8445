"""More thinking time for everybody at a table, given by whoever runs it."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import F

from games.matches.models import Match
from games.matches.notify import announce
from games.matches.services.locking import lock_match, touch


@transaction.atomic
def match_give_time(*, code: str, seconds: int) -> bool:
    """Add to every seat's reserve, and to the turn that runs; return whether the match was on.

    A table that has not begun gets the longer reserve for its start.
    """
    match = lock_match(code)
    more = timedelta(seconds=seconds)
    if match.status == Match.Status.RUNNING:
        match.seats.update(reserve_ms=F("reserve_ms") + seconds * 1000)
        if match.deadline_at is not None:
            match.deadline_at += more
        touch(match, "deadline_at")
    elif match.is_table:
        match.reserve_seconds += seconds
        touch(match, "reserve_seconds")
    else:
        return False
    announce(match)
    return True
