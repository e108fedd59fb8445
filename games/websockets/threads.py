"""A few worker threads for the sockets' database work, each with a connection that stays open.

A fresh thread per call, with a connection taken from the pool and returned, costs more than most
queries. There are few, since threads contend for the GIL; more than one, so that commits on a slow
disk do not queue behind each other.
"""

from __future__ import annotations

import asyncio
import contextvars
import select
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import connections
from psycopg.pq import TransactionStatus

P = ParamSpec("P")
T = TypeVar("T")

Shared = dict[Any, Any]
"""What the calls of one batch have in common; the first to need something puts it there."""
Work = Callable[[Shared], Any]
Batch = list[tuple[Work, "asyncio.Future[Any]"]]

_threads = ThreadPoolExecutor(settings.SOCKET_THREADS, thread_name_prefix="worker")
_batches: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Batch]] = WeakKeyDictionary()


def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
    """Run `work` in a worker thread; await its result or error.

    It runs to completion even if the caller is cancelled.
    """
    context, loop = contextvars.copy_context(), asyncio.get_running_loop()
    called = partial(_call, partial(work, *args, **kwargs))
    return loop.run_in_executor(_threads, context.run, called)


def _call(work: Callable[[], T]) -> T:
    for connection in connections.all(initialized_only=True):
        raw = connection.connection
        if raw is not None and not _is_usable(raw):
            raw.close()  # keeps the pool from reusing it
            connection.close()  # the next query opens another
    return work()


def _is_usable(raw: Any) -> bool:
    """Tell whether an idle connection is open, and outside a transaction.

    One that has something to read has ended: it is the end of file, or the server's reason.
    """
    if raw.closed or raw.info.transaction_status != TransactionStatus.IDLE:
        return False
    poll = select.poll()
    poll.register(raw.fileno(), select.POLLIN)
    return not poll.poll(0)


def in_batch(group: str, work: Work) -> asyncio.Future[Any]:
    """Run `work` in a worker thread, together with all others of this group that ask just now.

    A notification wakes all viewers of a match at once, and a thread for each would cost more than
    the rendering. `work` gets what its batch shares, filled after the notification.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[Any] = loop.create_future()
    batches = _batches.setdefault(loop, {})
    if group not in batches:
        batches[group] = []
        loop.call_soon(_start, batches, group)  # after the others woken by the same notification
    batches[group].append((work, result))
    return result


def _start(batches: dict[str, Batch], group: str) -> None:
    batch = batches.pop(group)
    done = in_thread(_run_all, [work for work, _ in batch])
    done.add_done_callback(partial(_hand_out, [result for _, result in batch]))


def _run_all(works: Sequence[Work]) -> list[Any]:
    shared: Shared = {}
    return [_result(work, shared) for work in works]


def _result(work: Work, shared: Shared) -> Any:
    try:
        return work(shared)
    except Exception as error:  # raised again where it is awaited
        return error


def _hand_out(results: Sequence[asyncio.Future[Any]], done: asyncio.Future[list[Any]]) -> None:
    """Give each caller its result, or everybody the error of a thread without a database."""
    error = done.exception()
    for result, value in zip(
        results, [error] * len(results) if error else done.result(), strict=True
    ):
        if result.done():  # cancelled: its socket has gone
            continue
        if isinstance(value, BaseException):
            result.set_exception(value)
        else:
            result.set_result(value)
