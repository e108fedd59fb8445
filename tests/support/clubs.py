"""Making clubs for tests, by the real service."""

from __future__ import annotations

from typing import Any

from accounts.clubs.models import Club
from accounts.clubs.services.club import club_found


def make_club(owner: Any, **fields: Any) -> Club:
    """Return a new club of somebody's."""
    return club_found(founder=owner, **{"name": "Night Owls", **fields})


def roles(club: Club) -> dict[str, str]:
    """Return everybody's role by name."""
    return {one.user.username: one.role for one in club.memberships.select_related("user")}
