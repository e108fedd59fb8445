"""What the queues of outgoing messages share: claiming due rows, sending at once, backing off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar

from django.db import models, transaction
from django.db.models.functions import Now

Row = TypeVar("Row", bound=models.Model)
Letter = TypeVar("Letter")
Answer = TypeVar("Answer")

AT_ONCE = 8
LEASE = timedelta(minutes=2)
"""After which another process sends what this one has claimed and not finished."""


@transaction.atomic
def claim(due: models.QuerySet[Row], *, most: int) -> list[Row]:
    """Claim up to `most` due rows for this process, the longest due first.

    The model has a column `due_at`. Nobody else claims these rows during the lease.
    """
    locked = due.select_for_update(skip_locked=True, of=("self",)).order_by("due_at", "pk")
    rows = list(locked[:most])
    claimed = due.model._default_manager.filter(pk__in=[row.pk for row in rows])
    claimed.update(due_at=Now() + LEASE)
    return rows


def send_all(send: Callable[[Letter], Answer], letters: Sequence[Letter]) -> list[Answer]:
    """Return the answers to all letters, sent by a few threads, which must not use the database."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(send, letters))


def pause_after(
    failures: int, *, first: timedelta, longest: timedelta, factor: int = 2
) -> timedelta:
    """Return the pause after so many failures in a row: `first`, then `factor` times the last."""
    grown: int = factor ** min(failures - 1, 12)
    return min(first * grown, longest)
