"""The one access check for leagues: which one, and in what role.

A private club's leagues do not exist for others.
"""

from __future__ import annotations

from typing import Any

from accounts.clubs.access import ClubAccess, ClubNotFound, access_club
from games.leagues.models import League


def access_league(user: Any, slug: str, pk: int) -> tuple[League, ClubAccess]:
    """Return a club's league for `user` (anonymous allowed), and their access to the club.

    Raises ClubNotFound.
    """
    access = access_club(user, slug)
    league = League.objects.filter(pk=pk, club=access.club).first()
    if league is None:
        raise ClubNotFound(slug)
    league.club = access.club
    return league, access
