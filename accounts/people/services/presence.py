"""Records presence in the database, so that any process can read it."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models.functions import Now

from accounts.models import User
from accounts.people.models import Presence
from accounts.people.refusals import PeopleRefused


def people_seen(*, user_ids: Collection[int]) -> None:
    """Record that these people have a page open, in one statement."""
    Presence.objects.bulk_create(
        # sorted, so that two processes cannot deadlock
        [Presence(user_id=user_id, seen_at=Now()) for user_id in sorted(user_ids)],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["seen_at"],
    )


def presence_show(*, user: User, shown_to: str) -> None:
    """Set who may see a person's presence; raises PeopleRefused."""
    if shown_to not in Presence.ShownTo.values:
        raise PeopleRefused("no_such_tie")
    Presence.objects.update_or_create(user=user, defaults={"shown_to": shown_to})
