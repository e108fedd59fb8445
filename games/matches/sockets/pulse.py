"""The heartbeat of all sockets of a process: one task, and a few statements for all of them.

Every socket has its turn once in HEARTBEAT_SECONDS. The turns are spread over that time; sockets
whose turn it is are looked after together, in one hop to a thread (`look.py`).
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
    """Looks after the open sockets of one event loop, as long as there are any.

    Nothing that fails ends it: what could not be looked up now is looked up at the next turn.
    """

    def __init__(self) -> None:
        self.turns: list[set[PushConsumer]] = [set() for _ in range(TURNS)]
        self.answers: set[asyncio.Task[None]] = set()  # the loop itself keeps tasks only weakly
        self.beating: asyncio.Task[None] | None = None
        self.asking: list[PushConsumer] = []
        self.hurrying: asyncio.Task[None] | None = None

    def enter(self, socket: PushConsumer) -> None:
        """Look after a socket from now on, among those whose turn has the fewest."""
        min(self.turns, key=len).add(socket)
        if self.beating is None:
            self.beating = asyncio.create_task(self._beat(), context=Context())  # nobody's

    def leave(self, socket: PushConsumer) -> None:
        """Look after a socket no more."""
        for sockets in self.turns:
            sockets.discard(socket)

    def ask_now(self, socket: PushConsumer) -> None:
        """Look after a socket out of its turn, with all others that ask in the same moment."""
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
        """Ask for all of these sockets together, and let each go on from what was found."""
        try:
            for socket in sockets:
                await socket.join()
            found = await in_worker(look_after, sockets)
        except Exception:
            logger.exception("heartbeat failed", extra={"sockets": len(sockets)})
            return
        self._answer(found)

    def _answer(self, found: dict[PushConsumer, Found]) -> None:
        """Give each socket its answer in a task of its own: a slow reader holds up nobody else."""
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
    """Return the fragment that tells the server's time."""
    now = told_now().isoformat(timespec="milliseconds")
    return f'<time id="heartbeat" hx-swap-oob="true" datetime="{now}" hidden></time>'


_pulses: WeakKeyDictionary[asyncio.AbstractEventLoop, Pulse] = WeakKeyDictionary()


def pulse() -> Pulse:
    """Return the pulse of the running event loop."""
    return _pulses.setdefault(asyncio.get_running_loop(), Pulse())
