"""Delivers notifications to the open sockets of this process, by the groups they joined.

The channel layer sees one channel per event loop, however many sockets it serves: a notification is
received once, and each socket of the group gets a plain call. A queue and a task per socket, as
Channels has them, would cost several times the work that most notifications cause.
"""

from __future__ import annotations

import asyncio
import logging
from contextvars import Context
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

PAUSE = 0.1  # keeps a failing layer from busying the loop


class Listener(Protocol):
    """A receiver of notifications; it must return at once and do the work later."""

    def rung(self, message: dict[str, Any]) -> None:
        """Receive a notification of a joined group."""


class Switchboard:
    """The sockets of one event loop. It listens while there are any."""

    def __init__(self) -> None:
        self.members: dict[str, set[Listener]] = {}
        self.channel = ""
        self.listening: asyncio.Task[None] | None = None
        self.opening = asyncio.Lock()

    async def join(self, group: str, socket: Listener) -> None:
        """Add a socket to a group; repeat it to restore a subscription the layer has lost."""
        self.members.setdefault(group, set()).add(socket)
        async with self.opening:
            if self.listening is None:
                self.channel = await get_channel_layer().new_channel()
                # an empty context, not that of the socket that happens to start it
                self.listening = asyncio.create_task(self._listen(), context=Context())
        await get_channel_layer().group_add(group, self.channel)

    async def leave(self, group: str, socket: Listener) -> None:
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
                logger.exception("a ring was not understood")
                await asyncio.sleep(PAUSE)
            else:
                self._tell(message)

    def _tell(self, message: dict[str, Any]) -> None:
        """Deliver to the group. Another version's message may name none; the heartbeat recovers."""
        group = message.get("group", "")
        for socket in tuple(self.members.get(group, ())):
            try:
                socket.rung(message)
            except Exception:
                logger.exception("a ring was not heard", extra={"group": group})


_switchboards: WeakKeyDictionary[asyncio.AbstractEventLoop, Switchboard] = WeakKeyDictionary()


def switchboard() -> Switchboard:
    """Return the switchboard of the running event loop."""
    return _switchboards.setdefault(asyncio.get_running_loop(), Switchboard())
