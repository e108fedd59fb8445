"""Locks a club, so that its officers' decisions are serialized: lock first, then read.

Lock order: after a person's own row (`accounts/locking.py`), before any other lock, and before
writing anything of the club: closing it waits for such writes, and they would deadlock with it.
"""

from __future__ import annotations

from typing import Any

from accounts.clubs.access import ClubAccess, ClubNotFound, membership_of
from accounts.clubs.models import Club
from accounts.clubs.refusals import refuse


def club_hold(club: Club) -> None:
    """Lock a club until the transaction ends; raises ClubNotFound if it was closed meanwhile."""
    rows = Club.objects.select_for_update(no_key=True).filter(pk=club.pk)
    if not rows.values_list("pk", flat=True):
        raise ClubNotFound(club.slug)


def club_hold_as_director(club: Club, actor: Any) -> ClubAccess:
    """Lock a club for one of its directors; refuse anybody who no longer is one."""
    access = _held(club, actor)
    if not access.is_director:
        raise refuse("not_director")
    return access


def club_hold_as_owner(club: Club, actor: Any) -> ClubAccess:
    """Lock a club for one of its owners; refuse anybody who no longer is one."""
    access = _held(club, actor)
    if not access.is_owner:
        raise refuse("not_owner")
    return access


def _held(club: Club, actor: Any) -> ClubAccess:
    club_hold(club)
    return ClubAccess(club, membership_of(club, actor))
