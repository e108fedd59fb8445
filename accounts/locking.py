"""Counting what somebody has before they get more of it. Imports nothing of games."""

from __future__ import annotations

from typing import Any

from accounts.models import User


def lock_person(user: Any) -> None:
    """Lock somebody's row until the transaction ends.

    Of two requests at once the second then counts what the first has made. Call it inside
    `transaction.atomic()`, before counting, and before any other lock.
    """
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
