"""A few worker threads for the sockets' database work, each with a connection that stays open.

A fresh thread per call, with a connection taken from the pool and returned, costs more than most
queries. There are few, since threads contend for the GIL; more than one, so that commits on a slow
disk do not queue behind each other.
"""

from __future__ import annotations

import asyncio
import contextvars
import select
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

P = ParamSpec("P")
T = TypeVar("T")

_threads = ThreadPoolExecutor(settings.SOCKET_THREADS, thread_name_prefix="worker")


async def in_worker(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `work` in a worker thread; return its result or raise its error.

    It runs to completion even if the caller is cancelled.
    """
    context, loop = contextvars.copy_context(), asyncio.get_running_loop()
    called = partial(_call, partial(work, *args, **kwargs))
    return await loop.run_in_executor(_threads, context.run, called)


def _call(work: Callable[[], T]) -> T:
    for connection in connections.all(initialized_only=True):
        _keep(connection)
    return work()


def _keep(connection: BaseDatabaseWrapper) -> None:
    """Keep the connection open; replace it if it broke or the server closed it meanwhile."""
    connection.close_at = None
    connection.close_if_unusable_or_obsolete()
    # skip Django's health check, a query that costs more than our poll
    connection.health_check_done = True  # type: ignore[attr-defined]
    while connection.connection is not None and _was_ended(connection.connection):
        connection.connection.close()  # keeps the pool from reusing it
        connection.close()
        connection.ensure_connection()


def _was_ended(connection: Any) -> bool:
    """Tell whether an idle connection has data to read: an end of file, or the server's reason."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))
