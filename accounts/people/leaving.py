"""Hooks of notices for a person who leaves the site, or is barred from it."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.people.models import Notice
from accounts.people.push import ring_person


def leaves(user: User) -> None:
    """Delete others' notices about the person: their links would be dead."""
    Notice.objects.exclude(user=user).filter(args__name=user.get_username()).delete()


def is_barred(user: User, until: datetime | None) -> None:
    """Withdraw others' notices about the barred person, except those from moderators."""
    asked = Notice.objects.exclude(kind="moderation").exclude(user=user)
    told = asked.filter(args__name=user.get_username())
    others = set(told.values_list("user_id", flat=True))
    told.delete()
    for other in others:
        ring_person(other)
