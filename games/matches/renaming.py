"""Update tables and matches when moderators rename somebody."""

from __future__ import annotations

from accounts.models import User
from games.matches.models import Match, Seat
from games.matches.notify import announce
from games.matches.services.locking import lock_match, touch

SHOWN_LIVE = (Match.Status.OPEN, Match.Status.STARTING, Match.Status.RUNNING)


def is_renamed(user: User, old: str) -> None:
    """Write the new name on the person's seats, and notify pages that show it now.

    Call inside `transaction.atomic()`.
    """
    mine = Seat.objects.filter(user=user, name=old)
    live = mine.filter(match__status__in=SHOWN_LIVE).order_by("match__code")
    matches = [lock_match(code) for code in live.values_list("match__code", flat=True)]
    mine.update(name=user.username)
    for match in matches:
        touch(match)
        announce(match, lobby=True)
