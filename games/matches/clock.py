"""The database's clock, the only one that live play goes by."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from games.engine.clock import Clock
from games.matches.models import Match, Seat

GRACE = timedelta(seconds=1)
"""How long after a turn's deadline its action still counts.

Compensates for network latency, equally for all and at most once a turn. A fixed value needs no
measurement, which a browser could forge. See docs/reliability.md, F4.
"""


class Ahead:
    """The last measured offset of the database's clock from this process's own."""

    by = timedelta()


def database_now() -> datetime:
    """Return the database's current time, even after waiting for a lock in the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    Ahead.by = now - timezone.now()
    return now


def told_now() -> datetime:
    """Return the database's current time without a query, for the clocks on pages.

    A serving process measures the offset every second.
    """
    return timezone.now() + Ahead.by


def iso(moment: datetime | None) -> str:
    """Format a moment for browsers, to the millisecond; empty for None."""
    return moment.isoformat(timespec="milliseconds") if moment else ""


def is_over(match: Match, now: datetime) -> bool:
    """Tell whether a running turn's time is up: not before its deadline plus the grace period."""
    return match.deadline_at is not None and now >= match.deadline_at + GRACE


def milliseconds_between(start: datetime, end: datetime) -> int:
    """Return the milliseconds from start to end, truncated and never negative."""
    return max(0, (end - start) // timedelta(milliseconds=1))


def clock_of(match: Match, seats: list[Seat]) -> Clock:
    """Return the match's clock as it stood when the current turn began."""
    return Clock(match.turn_seconds * 1000, tuple(seat.reserve_ms for seat in seats))


def start_turn(match: Match, clock: Clock, now: datetime) -> None:
    """Set the start and deadline of the turn; no deadline if no seat is to act.

    Resets the failures of the previous turn.
    """
    match.turn_started_at = now
    match.failures, match.retry_at = 0, None
    if match.to_act is None:
        match.deadline_at = None
    else:
        allowance = timedelta(milliseconds=clock.allowance(match.to_act))
        match.deadline_at = now + allowance


def stop_turn(match: Match, now: datetime, longest: timedelta) -> None:
    """Stop the turn's clock; `deadline_at` becomes the latest time at which it resumes."""
    match.paused_at = now
    match.deadline_at = now + longest
    match.bot_due_at = None


def resume_turn(match: Match, clock: Clock, now: datetime, least: timedelta) -> None:
    """Resume the turn with the time it had left when stopped, but at least `least`.

    If the whole turn is shorter than that, give all of it.
    """
    assert match.paused_at is not None
    assert match.turn_started_at is not None
    spent = max(match.paused_at - match.turn_started_at, timedelta())
    match.paused_at = None
    if match.to_act is None:
        match.deadline_at = None
        return
    allowance = timedelta(milliseconds=clock.allowance(match.to_act))
    spent = min(spent, max(allowance - least, timedelta()))
    match.turn_started_at = now - spent
    match.deadline_at = match.turn_started_at + allowance
