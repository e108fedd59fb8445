"""Locks a person, to check a quota before giving them more. Must not import games."""

from __future__ import annotations

from typing import Any

from django.db import OperationalError
from psycopg.errors import LockNotAvailable

from accounts.models import User
from accounts.throttle import Throttled

SECONDS = 5
"""Seconds to wait before retrying after a lock timeout."""


def lock_person(user: Any) -> None:
    """Lock a person's row until the transaction ends.

    Of two concurrent requests the second then counts what the first has created. Call it inside
    `transaction.atomic()`, before counting, and before any other lock. Raises Throttled on a lock
    timeout: only many concurrent requests in the person's name can hold the row that long.
    """
    try:
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        raise Throttled(SECONDS) from None
