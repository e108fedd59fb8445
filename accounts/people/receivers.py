"""What people are told of clubs: who asks to join, what became of it, and of a new role."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.clubs.models import Club, Membership
from accounts.models import User
from accounts.people.selectors import is_blocked
from accounts.people.services.notices import notice_send, notices_withdraw
from accounts.people.words import ASKS_TO_JOIN, TOLD_BY_CLUBS

KIND = "club"
DIRECTING = (Membership.Role.OWNER, Membership.Role.DIRECTOR)


def membership_tell(sender: Any, club: Club, user: User, verb: str, **kwargs: Any) -> None:
    """Receive `membership_changed`."""
    if verb == "asked":
        _tell_directors(club, user)
        return
    notices_withdraw(subject=f"asks:{club.pk}:{user.pk}", kind=KIND)
    subject = f"club:{club.pk}"
    if verb not in TOLD_BY_CLUBS:
        notices_withdraw(subject=subject, kind=KIND, user=user)
        return
    notice_send(
        user=user,
        kind=KIND,
        subject=subject,
        text=TOLD_BY_CLUBS[verb],
        args={"club": club.name},
        url=reverse("clubs:home", args=[club.slug]),
    )


def _tell_directors(club: Club, user: User) -> None:
    """Tell whoever may decide, but nobody whom a block keeps apart from who asks."""
    for one in club.memberships.filter(role__in=DIRECTING).select_related("user"):
        if not is_blocked(one.user, user):
            notice_send(
                user=one.user,
                kind=KIND,
                subject=f"asks:{club.pk}:{user.pk}",
                text=ASKS_TO_JOIN,
                args={"name": user.get_username(), "club": club.name},
                url=reverse("clubs:members", args=[club.slug]),
            )
