"""Reading clubs: the list, their people, who asks to come in. `access.py` says who may look."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from accounts.clubs.access import visible_clubs
from accounts.clubs.models import Club, InvitationLink, JoinRequest, Membership
from accounts.models import User

ROLE_ORDER = list(Membership.Role.values)


def clubs_found(user: Any, wanted: str) -> QuerySet[Club]:
    """Return the clubs that exist for `user`, with their numbers of `members`, by name.

    `wanted` is looked for in names and places; empty finds all.
    """
    clubs = visible_clubs(user).annotate(members=Count("memberships", distinct=True))
    if wanted:
        clubs = clubs.filter(Q(name__icontains=wanted) | Q(place__icontains=wanted))
    return clubs.order_by("name")


def own_clubs(user: Any) -> set[int]:
    """Return the numbers of the clubs that `user` (anonymous allowed) belongs to."""
    if not user.is_authenticated:
        return set()
    return set(Membership.objects.filter(user=user).values_list("club_id", flat=True))


def has_asked(club: Club, user: Any) -> bool:
    """Tell whether `user` (anonymous allowed) waits to be let in."""
    return bool(user.is_authenticated and JoinRequest.objects.filter(club=club, user=user).exists())


def memberships_of(club: Club) -> list[Membership]:
    """Return who belongs to a club: owners first, then directors, then members, each by name."""
    return sorted(
        club.memberships.select_related("user"),
        key=lambda one: (ROLE_ORDER.index(one.role), one.user.get_username().lower()),
    )


def links_open(club: Club) -> QuerySet[InvitationLink]:
    """Return the invitation links of a club that still lead in."""
    return club.links.filter(expires_at__gt=Now())


def who_hears(club: Club) -> QuerySet[User]:
    """Return the members who are told of the club's news and events."""
    return User.objects.filter(memberships__club=club, memberships__hears=True, is_active=True)


def owners_of(club: int) -> QuerySet[Membership]:
    """Return the memberships of a club's owners; who is barred owns nothing meanwhile."""
    owners = Membership.objects.filter(club=club, role=Membership.Role.OWNER)
    return owners.filter(user__is_active=True)


def clubs_without_owner() -> QuerySet[Club]:
    """Return the clubs with members, none of whose owners can sign in: moderators see to it."""
    owners = Membership.objects.filter(
        club=OuterRef("pk"), role=Membership.Role.OWNER, user__is_active=True
    )
    return Club.objects.filter(~Exists(owners), memberships__user__is_active=True).distinct()
