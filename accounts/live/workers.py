"""A few threads for what sockets ask of the database, each with a connection that stays open.

A thread for each question, with a connection of the pool fetched and given back, costs more than
most answers. There are few, since threads also wait for one another; more than one, so that a slow
disk does not let everybody wait for everybody's commit.
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
    """Return what `work` returns, or raise what it raises, called in one of the threads.

    It goes to its end even if whoever asked is cancelled.
    """
    context, loop = contextvars.copy_context(), asyncio.get_running_loop()
    called = partial(_call, partial(work, *args, **kwargs))
    return await loop.run_in_executor(_threads, context.run, called)


def _call(work: Callable[[], T]) -> T:
    for connection in connections.all(initialized_only=True):
        _keep(connection)
    return work()


def _keep(connection: BaseDatabaseWrapper) -> None:
    """Keep the connection open, unless it broke or its server ended it meanwhile."""
    connection.close_at = None
    connection.close_if_unusable_or_obsolete()
    # else Django asks the database, which costs more than looking
    connection.health_check_done = True  # type: ignore[attr-defined]
    while connection.connection is not None and _was_ended(connection.connection):
        connection.connection.close()  # so that the pool does not hand it out again
        connection.close()
        connection.ensure_connection()


def _was_ended(connection: Any) -> bool:
    """Tell whether there is something to read where nothing was asked: the end, or why."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))
