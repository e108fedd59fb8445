"""The database's clock, which is the only clock of live play."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from games.engine.clock import Clock
from games.matches.models import Match, Seat

GRACE = timedelta(seconds=1)
"""How long after a turn's time is up its action still counts.

It is for slow lines, the same for all and at most once a turn: so it needs no measuring, which a
browser could falsify. See docs/reliability.md, F4.
"""


class Ahead:
    """By how much the database's clock is ahead of this process's own, as last seen."""

    by = timedelta()


def database_now() -> datetime:
    """Return the database's present time, also after a wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    Ahead.by = now - timezone.now()
    return now


def told_now() -> datetime:
    """Return the database's present time without asking it, for clocks on pages to go by.

    A process that serves asks it every second.
    """
    return timezone.now() + Ahead.by


def iso(moment: datetime | None) -> str:
    """Return a moment as browsers read it, to the millisecond; nothing for no moment."""
    return moment.isoformat(timespec="milliseconds") if moment else ""


def is_over(match: Match, now: datetime) -> bool:
    """Tell whether the time of a running turn is up: at its deadline and the grace, not before."""
    return match.deadline_at is not None and now >= match.deadline_at + GRACE


def milliseconds_between(start: datetime, end: datetime) -> int:
    """Return the whole milliseconds from start to end, never negative."""
    return max(0, (end - start) // timedelta(milliseconds=1))


def clock_of(match: Match, seats: list[Seat]) -> Clock:
    """Return the match's clock as it stood when the present turn began."""
    return Clock(match.turn_seconds * 1000, tuple(seat.reserve_ms for seat in seats))


def start_turn(match: Match, clock: Clock, now: datetime) -> None:
    """Set when the seat to act began and must have acted; no deadline for nobody.

    No turn inherits the failures of the one before.
    """
    match.turn_started_at = now
    match.failures, match.retry_at = 0, None
    if match.to_act is None:
        match.deadline_at = None
    else:
        allowance = timedelta(milliseconds=clock.allowance(match.to_act))
        match.deadline_at = now + allowance


def stop_turn(match: Match, now: datetime, longest: timedelta) -> None:
    """Stop the turn's clock; `deadline_at` is now when it runs again at the latest."""
    match.paused_at = now
    match.deadline_at = now + longest
    match.bot_due_at = None


def resume_turn(match: Match, clock: Clock, now: datetime, least: timedelta) -> None:
    """Let the turn run on with the time it had left when it was stopped, but `least` of it.

    Where the whole turn is shorter than that, all of it is given.
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
