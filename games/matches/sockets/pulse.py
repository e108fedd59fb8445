"""The heartbeat of all sockets in a process: one task and a few SQL statements serve them all.

Every socket is checked once in HEARTBEAT_SECONDS. The checks are spread over that interval; sockets
due at the same time are checked together, in one hop to a thread (`look.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextvars import Context
from itertools import islice
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from django.conf import settings

from accounts.live.workers import in_worker
from games.matches.clock import told_now
from games.matches.sockets.look import Found, look_after

if TYPE_CHECKING:
    from games.matches.sockets.push import PushConsumer

logger = logging.getLogger(__name__)

TURNS = 5
MOST_AT_ONCE = 500


class Pulse:
    """Check the open sockets of one event loop, as long as there are any.

    No failure stops it: a failed check is repeated at the socket's next turn.
    """

    def __init__(self) -> None:
        self.turns: list[set[PushConsumer]] = [set() for _ in range(TURNS)]
        self.answers: set[asyncio.Task[None]] = set()  # the loop only holds weak references
        self.beating: asyncio.Task[None] | None = None
        self.asking: list[PushConsumer] = []
        self.hurrying: asyncio.Task[None] | None = None

    def enter(self, socket: PushConsumer) -> None:
        """Start checking a socket, in the slot with the fewest sockets."""
        min(self.turns, key=len).add(socket)
        if self.beating is None:
            # An empty context, so that the task inherits nothing from this socket's request.
            self.beating = asyncio.create_task(self._beat(), context=Context())

    def leave(self, socket: PushConsumer) -> None:
        """Stop checking a socket."""
        for sockets in self.turns:
            sockets.discard(socket)

    def ask_now(self, socket: PushConsumer) -> None:
        """Check a socket out of turn, together with all others that ask at the same moment."""
        self.asking.append(socket)
        if self.hurrying is None:
            self.hurrying = asyncio.create_task(self._hurry(), context=Context())

    async def _hurry(self) -> None:
        try:
            while self.asking:
                now, self.asking = self.asking[:MOST_AT_ONCE], self.asking[MOST_AT_ONCE:]
                await self._turn_of(now)
        finally:
            self.hurrying = None

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        next_at = loop.time()
        try:
            while any(self.turns):
                next_at = max(next_at + settings.HEARTBEAT_SECONDS / TURNS, loop.time())
                await asyncio.sleep(next_at - loop.time())
                due = self.turns.pop(0)
                self.turns.append(due)
                for sockets in _some_at_once(due):
                    await self._turn_of(sockets)
        finally:
            self.beating = None

    async def _turn_of(self, sockets: Sequence[PushConsumer]) -> None:
        """Check these sockets together, and let each act on its findings."""
        try:
            for socket in sockets:
                await socket.join()
            found = await in_worker(look_after, sockets)
        except Exception:
            logger.exception("heartbeat failed", extra={"sockets": len(sockets)})
            return
        self._answer(found)

    def _answer(self, found: dict[PushConsumer, Found]) -> None:
        """Answer each socket in its own task, so that a slow reader delays nobody else."""
        beat = heartbeat()
        for socket, what in found.items():
            task = asyncio.create_task(socket.go_on(what, beat))
            self.answers.add(task)
            task.add_done_callback(self.answers.discard)


def _some_at_once(sockets: set[PushConsumer]) -> Iterator[list[PushConsumer]]:
    left = iter(list(sockets))
    while some := list(islice(left, MOST_AT_ONCE)):
        yield some


def heartbeat() -> str:
    """Return the fragment that carries the server's time."""
    now = told_now().isoformat(timespec="milliseconds")
    return f'<time id="heartbeat" hx-swap-oob="true" datetime="{now}" hidden></time>'


_pulses: WeakKeyDictionary[asyncio.AbstractEventLoop, Pulse] = WeakKeyDictionary()


def pulse() -> Pulse:
    """Return the running event loop's `Pulse`."""
    return _pulses.setdefault(asyncio.get_running_loop(), Pulse())
