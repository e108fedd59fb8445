"""The channel layer between several processes: a doorbell that may be lost, never one that hurts.

Redis is asked, never waited for: what it does not take in time is dropped, and for a moment it is
not asked again. Nothing is lost by that but time: whoever sits in this process hears of the change
all the same, everybody else at their socket's next heartbeat, which reads the database.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from channels_redis.pubsub import (
    RedisPubSubChannelLayer,
    RedisPubSubLoopLayer,
    RedisSingleShardConnection,
)
from channels_redis.utils import decode_hosts
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

PATIENCE = 1.0
REST = 1.0


class Doorbell(RedisPubSubChannelLayer):
    """Channels' own layer, with one `LoopDoorbell` for each event loop."""

    def _get_layer(self) -> LoopDoorbell:
        layer = super()._get_layer()  # it also sees to it that the loop's end closes connections
        if not isinstance(layer, LoopDoorbell):
            layer = LoopDoorbell(*self._args, **self._kwargs, channel_layer=self)
            self._layers[asyncio.get_running_loop()] = layer
        return layer


class Ear(RedisSingleShardConnection):
    """What listens to one Redis, also once its host has vanished.

    The kernel ends such a line with ETIMEDOUT, which asyncio raises at every read and redis-py
    takes for "nothing yet": it would be read again at once, for ever, and the loop do nothing else.
    """

    def _receive_message(self, message: dict[str, Any] | None) -> None:
        line = self._pubsub.connection
        if message is None and line.is_connected and line._reader.exception():
            line._close()  # so that the next read connects anew
        super()._receive_message(message)


class LoopDoorbell(RedisPubSubLoopLayer):
    """The layer of one event loop. Joining and leaving take effect in this process at once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._shards: list[Any] = [Ear(host, self) for host in decode_hosts(kwargs["hosts"])]
        self.silent_until = 0.0

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return a name for a socket. Nobody sends to one socket, so Redis need not know it."""
        channel = f"{self.prefix}{prefix}{uuid.uuid4().hex}"
        self.channels[channel] = asyncio.Queue()
        return channel

    async def group_add(self, group: str, channel: str) -> None:
        """Join. Sockets do so again at every heartbeat, which makes good what Redis missed."""
        name = self._get_group_channel_name(group)
        self.groups.setdefault(name, set()).add(channel)
        shard = self._get_shard(name)
        if name not in shard._subscribed_to:
            await self._ask(lambda: shard.subscribe(name))

    async def group_discard(self, group: str, channel: str) -> None:
        """Leave; the last one out tells Redis."""
        name = self._get_group_channel_name(group)
        self.groups.get(name, set()).discard(channel)
        if self.groups.get(name):
            return
        self.groups.pop(name, None)
        shard = self._get_shard(name)
        if not await self._ask(lambda: shard.unsubscribe(name)):
            shard._subscribed_to.discard(name)  # unknown, so the next one in asks again

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Ring everywhere, or at least in this process."""
        name = self._get_group_channel_name(group)
        packed = self.channel_layer.serialize(message)
        shard = self._get_shard(name)
        if not await self._ask(lambda: shard.publish(name, packed)):
            for channel in self.groups.get(name, ()):
                self.channels[channel].put_nowait(packed)

    async def _ask(self, question: Callable[[], Awaitable[None]]) -> bool:
        """Let Redis do something; tell whether it did, in time."""
        if time.monotonic() < self.silent_until:
            return False
        try:
            await asyncio.wait_for(question(), PATIENCE)
        except (RedisError, OSError, TimeoutError) as error:
            self.silent_until = time.monotonic() + REST
            logger.warning("Redis does not answer: %s", str(error) or "too slow")
            return False
        return True
