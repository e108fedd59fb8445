"""Reads clubs, their members and requests to join. `access.py` decides who may."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from accounts.clubs.access import visible_clubs
from accounts.clubs.models import Club, Delivery, InvitationLink, JoinRequest, Membership
from accounts.models import User

ROLE_ORDER = list(Membership.Role.values)


def clubs_found(user: Any, wanted: str) -> QuerySet[Club]:
    """Return the clubs visible to `user`, annotated with the number of `members`, by name.

    `wanted` is searched for in names and places; empty finds all.
    """
    clubs = visible_clubs(user).annotate(members=Count("memberships", distinct=True))
    if wanted:
        clubs = clubs.filter(Q(name__icontains=wanted) | Q(place__icontains=wanted))
    return clubs.order_by("name")


def own_clubs(user: Any) -> set[int]:
    """Return the ids of the clubs that `user` (anonymous allowed) belongs to."""
    if not user.is_authenticated:
        return set()
    return set(Membership.objects.filter(user=user).values_list("club_id", flat=True))


def has_asked(club: Club, user: Any) -> bool:
    """Tell whether `user` (anonymous allowed) has an open request to join."""
    return bool(user.is_authenticated and JoinRequest.objects.filter(club=club, user=user).exists())


def memberships_of(club: Club) -> list[Membership]:
    """Return a club's memberships: owners, then directors, then members, each by name."""
    return sorted(
        club.memberships.select_related("user"),
        key=lambda one: (ROLE_ORDER.index(one.role), one.user.get_username().lower()),
    )


def links_open(club: Club) -> QuerySet[InvitationLink]:
    """Return a club's valid invitation links."""
    return club.links.filter(expires_at__gt=Now())


def who_hears(club: Club) -> QuerySet[User]:
    """Return the members who are notified of the club's news and events."""
    return User.objects.filter(memberships__club=club, memberships__hears=True, is_active=True)


def directors_of(club: Club) -> QuerySet[User]:
    """Return the members who run a club's events, except barred ones."""
    directing = (Membership.Role.OWNER, Membership.Role.DIRECTOR)
    running = club.memberships.filter(role__in=directing)
    return User.objects.filter(memberships__in=running, is_active=True)


def owners_of(club: int) -> QuerySet[Membership]:
    """Return the memberships of a club's owners, except barred ones."""
    owners = Membership.objects.filter(club=club, role=Membership.Role.OWNER)
    return owners.filter(user__is_active=True)


def clubs_without_owner() -> QuerySet[Club]:
    """Return the clubs with members but no owner who can sign in, for the moderators."""
    owners = Membership.objects.filter(
        club=OuterRef("pk"), role=Membership.Role.OWNER, user__is_active=True
    )
    return Club.objects.filter(~Exists(owners), memberships__user__is_active=True).distinct()


DELIVERIES_SHOWN = 50


def deliveries_latest(club: Club) -> QuerySet[Delivery]:
    """Return the latest deliveries to a club's webhooks, newest first."""
    found = Delivery.objects.filter(webhook__club=club).select_related("webhook")
    return found[:DELIVERIES_SHOWN]
