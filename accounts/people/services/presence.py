"""Noting who is here, in the database: any process may be asked who is."""

from __future__ import annotations

from django.db.models.functions import Now

from accounts.models import User
from accounts.people.models import Presence
from accounts.people.refusals import PeopleRefused


def person_seen(*, user_id: int) -> None:
    """Note that a page of somebody's is open."""
    if not Presence.objects.filter(user=user_id).update(seen_at=Now()):
        Presence.objects.update_or_create(user_id=user_id, defaults={"seen_at": Now()})


def presence_show(*, user: User, shown_to: str) -> None:
    """Choose who may see that one is here; raises PeopleRefused."""
    if shown_to not in Presence.ShownTo.values:
        raise PeopleRefused("no_such_tie")
    Presence.objects.update_or_create(user=user, defaults={"shown_to": shown_to})
