"""People who leave a ladder, its club or the site, or are barred from it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.clubs.models import Club
from games.challenges.models import ChallengeLadder, PlaceMove
from games.challenges.services.places import ladder_hold, rung_held
from games.challenges.services.settle import challenges_end, rung_drop

LEFT = PlaceMove.Kind.LEFT


@transaction.atomic
def ladder_leave(*, ladder: ChallengeLadder, user: Any) -> None:
    """Leave a ladder; those below move up."""
    held = ladder_hold(ladder)
    rung_held(held, user)
    rung_drop(held, user, LEFT)


@transaction.atomic
def ladders_drop(user: Any, club: Club | None = None) -> None:
    """Take somebody off every ladder, or every ladder of one club."""
    for ladder in _ladders(user, club):
        rung_drop(ladder_hold(ladder), user, LEFT)


def membership_drops(club: Club, user: Any, verb: str) -> None:
    """Let people who leave a club, or are removed, drop off its ladders."""
    if verb in ("left", "removed"):
        ladders_drop(user, club)


def person_barred(user: Any, until: datetime | None) -> None:
    """End a barred person's challenges; a bar for good also takes them off the ladders.

    Until a bar ends nobody can challenge them; they can lose places only for being idle.
    """
    if until is None:
        ladders_drop(user)
        return
    for ladder in _ladders(user, None):
        challenges_end(ladder_hold(ladder), user)


def _ladders(user: Any, club: Club | None) -> list[ChallengeLadder]:
    ladders = ChallengeLadder.objects.filter(rungs__user=user)
    if club is not None:
        ladders = ladders.filter(club=club)
    return list(ladders.order_by("pk"))
