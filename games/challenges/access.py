"""The one access check for challenge ladders: which one, and in what role.

A private club's ladders do not exist for others.
"""

from __future__ import annotations

from typing import Any

from accounts.clubs.access import ClubAccess, ClubNotFound, access_club
from games.challenges.models import ChallengeLadder


def access_ladder(user: Any, slug: str, pk: int) -> tuple[ChallengeLadder, ClubAccess]:
    """Return a club's ladder for `user` (anonymous allowed), and their access to the club.

    Raises ClubNotFound.
    """
    access = access_club(user, slug)
    ladder = ChallengeLadder.objects.filter(pk=pk, club=access.club).first()
    if ladder is None:
        raise ClubNotFound(slug)
    ladder.club = access.club
    return ladder, access
