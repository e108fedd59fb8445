"""Graceful shutdown: finishes requests in progress, and turns new ones away.

Wraps the whole ASGI application. Must import neither Django nor the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable, Iterable
from typing import Any

logger = logging.getLogger(__name__)

DRAIN_SECONDS = 8.0
CANCELLATIONS = 5
CLOSE_RESTART = 1012  # "service restart": the page reconnects on its own
HEADERS = [(b"content-type", b"text/plain"), (b"retry-after", b"1"), (b"connection", b"close")]


class Drain:
    """Tracks the requests in progress and the open sockets."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.begun = False
        self.requests: set[asyncio.Task[Any] | None] = set()
        self.sockets: dict[asyncio.Task[Any] | None, Any] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self.begun:
            await _turn_away(scope["type"], send)
        elif scope["type"] == "http":
            await self._count(scope, receive, send)
        else:
            await self._know(scope, receive, send)

    async def _count(self, scope: Any, receive: Any, send: Any) -> None:
        task = asyncio.current_task()
        self.requests.add(task)
        try:
            await self.application(scope, receive, send)
        finally:
            self.requests.discard(task)

    async def _know(self, scope: Any, receive: Any, send: Any) -> None:
        task = asyncio.current_task()
        self.sockets[task] = send
        try:
            await self.application(scope, receive, send)
        finally:
            self.sockets.pop(task, None)

    async def end(self) -> None:
        """Close every socket so that its page reconnects, and wait for requests to finish."""
        self.begun = True
        for send in list(self.sockets.values()):
            with contextlib.suppress(Exception):  # it may have just closed
                await send({"type": "websocket.close", "code": CLOSE_RESTART})
        if waiting := [task for task in self.requests if task is not None]:
            await asyncio.wait(waiting, timeout=DRAIN_SECONDS)


def at_signals(loop: asyncio.AbstractEventLoop, told: Callable[[], None]) -> None:
    """Have the loop call `told` on every SIGTERM and SIGINT. Call in the main thread.

    asyncio's `add_signal_handler` writes the signal's number to the loop's wake-up pipe, and loses
    it if the pipe is full, as when thousands of pages have just disconnected. Scheduling a callback
    loses nothing: a full pipe wakes the loop anyway.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(told))


async def _turn_away(kind: str, send: Any) -> None:
    """Refuse a new request or socket; nothing was done, so the client can safely retry."""
    if kind == "websocket":
        await send({"type": "websocket.close", "code": CLOSE_RESTART})
    elif kind == "http":
        await send({"type": "http.response.start", "status": 503, "headers": HEADERS})
        await send({"type": "http.response.body", "body": b"restarting\n"})


async def end_all(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancel tasks until they have ended, a few times at most.

    A task that is waiting for a thread can lose a cancellation, so repeat it; but a task that never
    ends must not keep the server from exiting.
    """
    left = {task for task in tasks if not task.done()}
    for _ in range(CANCELLATIONS):
        if not left:
            return
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=1)
    if left:
        logger.error("tasks that would not end", extra={"tasks": [repr(task) for task in left]})
