"""Counting what somebody has before they get more of it. Imports nothing of games."""

from __future__ import annotations

from typing import Any

from django.db import OperationalError
from psycopg.errors import LockNotAvailable

from accounts.models import User
from accounts.throttle import Throttled

SECONDS = 5
"""After which whoever did so much at once may try again."""


def lock_person(user: Any) -> None:
    """Lock somebody's row until the transaction ends.

    Of two requests at once the second then counts what the first has made. Call it inside
    `transaction.atomic()`, before counting, and before any other lock. Raises Throttled where this
    waits too long: their row is held by nobody but those who do much at once in their name.
    """
    try:
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        raise Throttled(SECONDS) from None
