"""The channel layer of a single process. Must not import Django.

Channels' own in-memory layer looks through every channel and every group at each ring and each
delivery, copies the message for each member and starts a task for each: a ring's cost grows with
everything that is looked at. A doorbell needs none of that: nothing expires, a message is a pointer
that nobody changes, and the one member of a group is the process' switchboard, which always reads.
"""

from __future__ import annotations

import asyncio
from typing import Any

from channels.layers import InMemoryChannelLayer

NEVER = float("inf")


class HubLayer(InMemoryChannelLayer):
    """Rings cost what the group's members cost, whoever else is connected."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Ring all members."""
        for channel in self.groups.get(group, {}):
            self._queue(channel).put_nowait((NEVER, message))

    async def receive(self, channel: str) -> dict[str, Any]:
        """Wait for the next ring of this channel."""
        queue = self._queue(channel)
        try:
            _, message = await queue.get()
        finally:
            if queue.empty():
                self.channels.pop(channel, None)
        rung: dict[str, Any] = message
        return rung

    def _queue(self, channel: str) -> asyncio.Queue[Any]:
        if channel not in self.channels:
            self.channels[channel] = asyncio.Queue()
        queue: asyncio.Queue[Any] = self.channels[channel]
        return queue
