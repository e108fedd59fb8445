"""What becomes of tables and matches when somebody leaves the site."""

from __future__ import annotations

from accounts.leaving import FORMER, LeaveRefused
from accounts.models import User
from games.matches.models import Match, Seat
from games.matches.services.table_seats import table_stand

BEFORE_START = (Match.Status.OPEN, Match.Status.STARTING)


def leaves(user: User) -> None:
    """Leave open tables, and have no name where they sat; raises LeaveRefused while they play."""
    mine = Seat.objects.filter(user=user).select_related("match")
    if mine.filter(match__status=Match.Status.RUNNING).exists():
        raise LeaveRefused("match_running")
    for seat in mine.filter(match__status__in=BEFORE_START):
        table_stand(code=seat.match.code, user=user)
    mine.update(name=FORMER)
