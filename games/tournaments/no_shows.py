"""No-shows since a person last played, and how long a club makes them wait because of them.

The rule is lichess's for its Swiss events: a day, doubled each time, at most 30 days, until they
play (spec 3.2, [19]). Counted over the events of one club; the site's own events bar nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Max, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.formats import date_format

from accounts.clubs.models import Club
from games.tournaments.models import Attendance

FIRST_WAIT = timedelta(days=1)
LONGEST_WAIT = timedelta(days=30)
MOST_DOUBLED = 5
"""Enough doublings to exceed the longest wait."""


@dataclass(frozen=True)
class NoShows:
    """How many tables a person missed since they last played, and when the last was recorded."""

    count: int
    last: datetime

    @property
    def until(self) -> datetime:
        """Return when the wait ends, in a club that imposes one."""
        return self.last + wait_after(self.count)

    @property
    def is_waiting(self) -> bool:
        """Tell whether the wait is not over yet."""
        return self.until > timezone.now()


def wait_after(count: int) -> timedelta:
    """Return the wait after that many no-shows in a row."""
    return min(LONGEST_WAIT, FIRST_WAIT * (1 << min(count - 1, MOST_DOUBLED)))


def no_shows_of(club: Club | None, players: Iterable[int]) -> dict[int, NoShows]:
    """Return the no-shows of the players who have any, by player.

    Rounds count in order of publication, no matter when a result was corrected.
    """
    if club is None:
        return {}
    rows = Attendance.objects.filter(tournament__club=club)
    last_played = (
        rows.filter(user=OuterRef("user"), came=True)
        .order_by()
        .values("user")
        .annotate(last=Max("began_at"))
        .values("last")
    )
    missed = (
        rows.filter(user__in=list(players), came=False)
        .alias(played=Subquery(last_played))
        .filter(Q(played=None) | Q(began_at__gt=F("played")))
    )
    counted = missed.order_by().values("user").annotate(count=Count("pk"), last=Max("at"))
    return {row["user"]: NoShows(row["count"], row["last"]) for row in counted}


def own_no_shows(club: Club | None, user: Any) -> NoShows | None:
    """Return the viewer's no-shows, if any."""
    return no_shows_of(club, [user.pk]).get(user.pk) if user.is_authenticated else None


def waits(club: Club | None, players: Iterable[int]) -> dict[int, datetime]:
    """Return when the club's wait ends for players who have not come, by player."""
    if club is None or not club.bars_no_shows:
        return {}
    return {player: one.until for player, one in no_shows_of(club, players).items()}


def said(moment: datetime) -> str:
    """Return a moment in the form used in sentences."""
    return f"{date_format(timezone.localtime(moment), 'DATETIME_FORMAT')} UTC"
