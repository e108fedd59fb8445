"""Access control for clubs: who may see one, and in which role."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from django.db.models import Q, QuerySet

from accounts.clubs.models import Club, Membership
from accounts.clubs.refusals import refuse


class ClubNotFound(Exception):
    """The club does not exist or is not visible to this person: both look the same."""


@dataclass(frozen=True)
class ClubAccess:
    """A club that somebody may see, and their membership, if they have one."""

    club: Club
    membership: Membership | None

    @property
    def is_member(self) -> bool:
        """Tell whether this person belongs to the club."""
        return self.membership is not None

    @property
    def is_owner(self) -> bool:
        """Tell whether this person may change roles and the club itself."""
        return self.membership is not None and self.membership.role == Membership.Role.OWNER

    @property
    def is_director(self) -> bool:
        """Tell whether this person may run events, admit members and post news."""
        directing = {Membership.Role.OWNER, Membership.Role.DIRECTOR}
        return self.membership is not None and self.membership.role in directing

    def as_director(self) -> Self:
        """Return this access; refuse somebody who may not direct the club."""
        if not self.is_director:
            raise refuse("not_director")
        return self

    def as_owner(self) -> Self:
        """Return this access; refuse somebody who does not own the club."""
        if not self.is_owner:
            raise refuse("not_owner")
        return self


def access_club(user: Any, slug: str) -> ClubAccess:
    """Return the club `slug` for `user` (anonymous allowed), raising ClubNotFound."""
    club = None if "\0" in slug else Club.objects.filter(slug=slug).first()
    if club is None:
        raise ClubNotFound(slug)
    access = ClubAccess(club, membership_of(club, user))
    if club.is_private and not access.is_member:
        raise ClubNotFound(slug)
    return access


def access_club_as_director(user: Any, slug: str) -> ClubAccess:
    """Return the club for somebody who may direct it; refuses a plain member."""
    return access_club(user, slug).as_director()


def access_club_as_owner(user: Any, slug: str) -> ClubAccess:
    """Return the club for one of its owners; refuses everybody else."""
    return access_club(user, slug).as_owner()


def membership_of(club: Club, user: Any) -> Membership | None:
    """Return the membership of `user` in a club, or None."""
    if not user.is_authenticated:
        return None
    return Membership.objects.filter(club=club, user=user).first()


def visible_clubs(user: Any) -> QuerySet[Club]:
    """Return the clubs that exist for `user`: public ones and their own."""
    visible = Q(is_private=False)
    if user.is_authenticated:
        visible |= Q(memberships__user=user)
    return Club.objects.filter(visible).distinct()
