"""Groups of open sockets: join and leave them, and notify them from any thread.

The channel layer sees one channel per event loop, however many sockets it serves: a notification is
received once, and each socket of the group gets a plain call. A queue and a task per socket, as
Channels has them, would cost several times the work that most notifications cause.

Nobody waits for a delivery. In a process that serves, the event loop sends notifications later:
blocking a thread on it would cost more than the action itself. Elsewhere (commands, tests) the
caller waits until they are sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Future
from contextvars import Context
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

PAUSE = 0.1  # keeps a failing layer from busying the loop


class Member(Protocol):
    """A receiver of notifications; it must return at once and do the work later."""

    def notified(self, message: dict[str, Any]) -> None:
        """Receive a notification of a joined group."""


class Groups:
    """The groups of one event loop's sockets. It listens while there are any."""

    def __init__(self) -> None:
        self.members: dict[str, set[Member]] = {}
        self.channel = ""
        self.listening: asyncio.Task[None] | None = None
        self.opening = asyncio.Lock()

    async def join(self, group: str, socket: Member) -> None:
        """Add a socket to a group."""
        self.members.setdefault(group, set()).add(socket)
        async with self.opening:
            if self.listening is None:
                self.channel = await get_channel_layer().new_channel()
                # an empty context, not that of the socket that happens to start it
                self.listening = asyncio.create_task(self._listen(), context=Context())
        await get_channel_layer().group_add(group, self.channel)

    async def leave(self, group: str, socket: Member) -> None:
        """Remove a socket from a group; the last one leaves it in the channel layer too."""
        members = self.members.get(group, set())
        if socket not in members:
            return
        members.remove(socket)
        if not members:
            del self.members[group]
            channel = self.channel
            if not self.members and self.listening is not None:
                self.listening.cancel()
                self.listening = None
            await get_channel_layer().group_discard(group, channel)

    async def _listen(self) -> None:
        layer, channel = get_channel_layer(), self.channel
        while True:
            try:
                message = await layer.receive(channel)
            except Exception:  # no message may stop delivery to all sockets
                logger.exception("a notification was not understood")
                await asyncio.sleep(PAUSE)
            else:
                self._deliver(message)

    def _deliver(self, message: dict[str, Any]) -> None:
        """Deliver to the group. Another version's message may name none; the heartbeat recovers."""
        group = message.get("group", "")
        for socket in tuple(self.members.get(group, ())):
            try:
                socket.notified(message)
            except Exception:
                logger.exception("a notification failed", extra={"group": group})


_groups: WeakKeyDictionary[asyncio.AbstractEventLoop, Groups] = WeakKeyDictionary()


def groups() -> Groups:
    """Return the groups of the running event loop."""
    return _groups.setdefault(asyncio.get_running_loop(), Groups())


class Serving:
    """The event loop that sends this process's notifications, if it serves."""

    loop: asyncio.AbstractEventLoop | None = None


def notify_from_this_loop() -> None:
    """Send this process's notifications from the running event loop from now on."""
    Serving.loop = asyncio.get_running_loop()


def notify_on_commit(*groups: str, message: dict[str, Any]) -> None:
    """Notify the groups after commit; a failure to send does not undo anything."""

    def notify_now() -> None:  # not a partial: Django logs its __qualname__ if it fails
        notify(groups, message)

    transaction.on_commit(notify_now, robust=True)


def notify(groups: Sequence[str], message: dict[str, Any]) -> None:
    """Send each group the message, to which `group` is added; a serving process returns at once.

    Raises errors where the caller waits, and logs them elsewhere.
    """
    loop = Serving.loop
    if loop is None or not loop.is_running():
        async_to_sync(send)(groups, message)
    else:
        sending = asyncio.run_coroutine_threadsafe(send(groups, message), loop)
        sending.add_done_callback(_log_failure)


def _log_failure(sent: Future[None]) -> None:
    if not sent.cancelled() and (error := sent.exception()):
        logger.error("a notification was not sent", exc_info=error)


async def send(groups: Sequence[str], message: dict[str, Any]) -> None:
    """Send each group the message, and wait until the channel layer has them all."""
    layer = get_channel_layer()
    for group in groups:
        await layer.group_send(group, {**message, "group": group})
