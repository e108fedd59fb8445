"""Several people who do something in the same moment, each in a thread and a connection."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from threading import Barrier
from typing import Any

from django.db import connection, connections, transaction

PATIENCE = 60
Attempt = Callable[[], Any]


def in_own_connection(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function fit for a thread of its own: close its connections afterwards."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    return call


def impatient(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function for a thread of its own, which soon gives up waiting for a lock."""

    @in_own_connection
    @wraps(function)
    @transaction.atomic
    def call(*args: Any, **kwargs: Any) -> Any:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '20ms'")
        return function(*args, **kwargs)

    return call


@in_own_connection
def ended(attempt: Attempt) -> str:
    """Make an attempt in a thread of its own; return how it ended: a code, or "done"."""
    try:
        attempt()
    except Exception as refusal:
        return str(getattr(refusal, "code", refusal))
    return "done"


def at_once(attempts: list[Attempt]) -> list[str]:
    """Make every attempt in a thread of its own, together; return how each ended."""
    together = Barrier(len(attempts))

    def started(attempt: Attempt) -> str:
        together.wait(PATIENCE)
        return ended(attempt)

    with ThreadPoolExecutor(len(attempts)) as pool:
        return sorted(pool.map(started, attempts))
