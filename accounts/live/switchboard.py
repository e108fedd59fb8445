"""The open sockets of this process by what they listen to, and one listener for them all.

The channel layer knows a process by one channel, however many sockets it serves: a ring is taken
from it once, and each socket of its group is told by a plain call. A queue and a task for each
socket, as Channels has them, would cost several times what most rings lead to.
"""

from __future__ import annotations

import asyncio
import logging
from contextvars import Context
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

PAUSE = 0.1  # lest a layer that only fails keeps the loop busy


class Listener(Protocol):
    """What can be rung: it takes note and returns, whatever is to be done is done later."""

    def rung(self, message: dict[str, Any]) -> None:
        """Hear a ring of a group that was joined."""


class Switchboard:
    """The sockets of one event loop. It listens as long as there are any."""

    def __init__(self) -> None:
        self.members: dict[str, set[Listener]] = {}
        self.channel = ""
        self.listening: asyncio.Task[None] | None = None
        self.opening = asyncio.Lock()

    async def join(self, group: str, socket: Listener) -> None:
        """Let a socket hear a group; said again, it makes good what the doorbell forgot of us."""
        self.members.setdefault(group, set()).add(socket)
        async with self.opening:
            if self.listening is None:
                self.channel = await get_channel_layer().new_channel()
                self.listening = asyncio.create_task(self._listen(), context=Context())  # nobody's
        await get_channel_layer().group_add(group, self.channel)

    async def leave(self, group: str, socket: Listener) -> None:
        """Let a socket hear a group no more; the last one out tells the channel layer."""
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
            except Exception:  # nothing that comes may make all sockets deaf
                logger.exception("a ring was not understood")
                await asyncio.sleep(PAUSE)
            else:
                self._tell(message)

    def _tell(self, message: dict[str, Any]) -> None:
        """Tell the group. A ring of another version may name none: the heartbeat makes it good."""
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
