"""The heartbeat of all sockets in a process: one task and a few SQL statements serve them all.

Every socket is checked once in HEARTBEAT_SECONDS. The checks are spread over that interval; sockets
due at the same time are checked together, in one hop to a thread.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextvars import Context
from time import monotonic
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from django.conf import settings

from accounts.people.services.presence import people_seen
from accounts.people.sessions import Login, valid_logins
from games.matches.clock import told_now
from games.websockets.threads import in_thread

logger = logging.getLogger(__name__)

TURNS = 5
MOST_AT_ONCE = 500
PRESENCE_SECONDS = 25.0
SIGNED_OUT = object()
"""The news of a socket whose session has ended."""


class Socket(Protocol):
    """What the heartbeat needs of an open socket."""

    login: Login | None
    presence_recorded_at: float

    @classmethod
    def news_of(cls, sockets: Sequence[Any]) -> Mapping[Any, Any]:
        """Record that these pages are open; return the news of each. Called in a thread."""

    async def on_heartbeat(self, news: Any, beat: str) -> None:
        """Act on the news, and send the page the fragment `beat`."""


class Heartbeat:
    """Check the open sockets of one event loop, as long as there are any.

    No failure stops it: a failed check is repeated at the socket's next turn.
    """

    def __init__(self) -> None:
        self.turns: list[set[Socket]] = [set() for _ in range(TURNS)]
        self.answers: set[asyncio.Task[None]] = set()  # the loop only holds weak references
        self.beating: asyncio.Task[None] | None = None
        self.urgent: list[Socket] = []
        self.checking_urgent: asyncio.Task[None] | None = None

    def enter(self, socket: Socket) -> None:
        """Start checking a socket, in the slot with the fewest sockets."""
        min(self.turns, key=len).add(socket)
        if self.beating is None:
            # An empty context, so that the task inherits nothing from this socket's request.
            self.beating = asyncio.create_task(self._beat(), context=Context())

    def leave(self, socket: Socket) -> None:
        """Stop checking a socket."""
        for sockets in self.turns:
            sockets.discard(socket)

    def check_now(self, socket: Socket) -> None:
        """Check a socket out of turn, together with all others that ask at the same moment."""
        self.urgent.append(socket)
        if self.checking_urgent is None:
            self.checking_urgent = asyncio.create_task(self._check_urgent(), context=Context())

    async def _check_urgent(self) -> None:
        try:
            while sockets := self.urgent:
                self.urgent = []
                await self._check(sockets)
        finally:
            self.checking_urgent = None

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        next_at = loop.time()
        try:
            while any(self.turns):
                next_at = max(next_at + settings.HEARTBEAT_SECONDS / TURNS, loop.time())
                await asyncio.sleep(next_at - loop.time())
                due = self.turns.pop(0)
                self.turns.append(due)
                await self._check(list(due))
        finally:
            self.beating = None

    async def _check(self, sockets: Sequence[Socket]) -> None:
        """Check these sockets together, and let each act on its news.

        Each acts in its own task, so that a slow reader delays nobody else.
        """
        for start in range(0, len(sockets), MOST_AT_ONCE):
            some = sockets[start : start + MOST_AT_ONCE]
            try:
                found = await in_thread(news_of, some)
            except Exception:
                logger.exception("heartbeat failed", extra={"sockets": len(some)})
                continue
            beat = fragment()
            for socket, news in found.items():
                task = asyncio.create_task(socket.on_heartbeat(news, beat))
                self.answers.add(task)
                task.add_done_callback(self.answers.discard)


def fragment() -> str:
    """Return the fragment that carries the server's time."""
    now = told_now().isoformat(timespec="milliseconds")
    return f'<time id="heartbeat" hx-swap-oob="true" datetime="{now}" hidden></time>'


_heartbeats: WeakKeyDictionary[asyncio.AbstractEventLoop, Heartbeat] = WeakKeyDictionary()


def heartbeat() -> Heartbeat:
    """Return the running event loop's heartbeat."""
    return _heartbeats.setdefault(asyncio.get_running_loop(), Heartbeat())


def news_of(sockets: Iterable[Socket]) -> dict[Socket, Any]:
    """Record that pages are open; return the news of each, omitting sockets whose check failed.

    Runs in a thread, so it may only read from a socket what it follows and whose it is.
    """
    sockets = set(sockets)
    staying = still_signed_in(sockets)
    found: dict[Socket, Any] = dict.fromkeys(sockets - staying, SIGNED_OUT)
    _record_presence(staying)
    kinds: dict[Any, list[Socket]] = defaultdict(list)
    for socket in staying:
        kinds[type(socket)].append(socket)
    for kind, its_own in kinds.items():
        try:
            news = kind.news_of(its_own)
        except Exception:
            logger.exception("heartbeat failed", extra={"kind": kind.__name__})
        else:
            found |= {socket: news.get(socket) for socket in its_own}
    return found


def still_signed_in(sockets: Iterable[Socket]) -> set[Socket]:
    """Return the sockets that are anonymous or whose session is still valid."""
    logins = {socket: socket.login for socket in sockets}
    signed_in = {login for login in logins.values() if login is not None}
    valid = valid_logins(signed_in) if signed_in else set()
    return {socket for socket, login in logins.items() if login is None or login in valid}


def _record_presence(sockets: Iterable[Socket]) -> None:
    now = monotonic()
    due = {
        socket: socket.login.user_id
        for socket in sockets
        if socket.login is not None and now - socket.presence_recorded_at >= PRESENCE_SECONDS
    }
    if due:
        people_seen(user_ids=set(due.values()))
    for socket in due:
        socket.presence_recorded_at = now
