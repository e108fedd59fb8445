"""The channel layer: groups of channels in this process, and in all that share a Redis.

A message only says that something has changed; a socket that misses one reads the change from the
database at its next heartbeat. So sending never waits, and Redis may be slow, restart or vanish.
Implements Channels' documented interface with its `groups` and `flush` extensions. Must not import
Django models: settings name this class.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Sequence
from contextvars import Context
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import BaseChannelLayer

from games.websockets.relay import Relay

Message = dict[str, Any]


class GroupLayer(BaseChannelLayer):
    """Delivers to the channels of this process directly, and to other processes through Redis."""

    extensions = ("groups", "flush")

    def __init__(self, redis_url: str = "", **options: Any) -> None:
        """Take a Redis address, if other processes are to hear, and Channels' own options."""
        super().__init__(**options)
        self.relay = Relay(redis_url) if redis_url else None
        self.channels: dict[str, asyncio.Queue[Message]] = {}
        self.groups: dict[str, set[str]] = {}
        self._listening: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = (
            WeakKeyDictionary()
        )

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return a unique channel name."""
        return f"{prefix}{uuid.uuid4().hex}"

    async def send(self, channel: str, message: Message) -> None:
        """Put a message into a channel of this process."""
        self._queue(channel).put_nowait(message)

    async def receive(self, channel: str) -> Message:
        """Wait for the channel's next message. An empty channel takes no memory."""
        queue = self._queue(channel)
        try:
            return await queue.get()
        finally:
            if queue.empty():
                self.channels.pop(channel, None)

    async def group_add(self, group: str, channel: str) -> None:
        """Subscribe a channel to a group; idempotent. The first one starts hearing Redis."""
        self.groups.setdefault(group, set()).add(channel)
        loop = asyncio.get_running_loop()
        if self.relay is not None and loop not in self._listening:
            # an empty context, not that of the socket that happens to start it
            listening = asyncio.create_task(self.relay.listen(self.deliver), context=Context())
            self._listening[loop] = listening

    async def group_discard(self, group: str, channel: str) -> None:
        """Unsubscribe a channel from a group."""
        members = self.groups.get(group, set())
        members.discard(channel)
        if not members:
            self.groups.pop(group, None)

    async def group_send(self, group: str, message: Message) -> None:
        """Put a message into all channels of a group. They share it, so nobody may change it."""
        self.deliver([group], message)
        if self.relay is not None:
            self.relay.publish([group], message)

    async def flush(self) -> None:
        """Forget all groups and messages, and stop hearing Redis in the running loop."""
        self.channels.clear()
        self.groups.clear()
        listening = self._listening.pop(asyncio.get_running_loop(), None)
        if listening is not None:
            listening.cancel()
            await asyncio.wait([listening])

    def deliver(self, groups: Sequence[str], message: Message) -> None:
        """Put a message into this process's channels of these groups."""
        for group in groups:
            for channel in self.groups.get(group, ()):
                self._queue(channel).put_nowait(message)

    def _queue(self, channel: str) -> asyncio.Queue[Message]:
        return self.channels.setdefault(channel, asyncio.Queue())
