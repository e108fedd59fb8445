"""The channel layers: groups of channels in one process, or in all processes that share a Redis.

A message only says that something has changed; a socket that misses one reads the change from the
database at its next heartbeat. So neither layer ever blocks a sender, and Redis may be slow,
restart or vanish. Both implement Channels' documented interface with its `groups` and `flush`
extensions. Must not import Django models: settings name these classes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import uuid
from collections.abc import AsyncIterator, Awaitable
from contextvars import Context
from typing import Any
from weakref import WeakKeyDictionary

import orjson
from channels.layers import BaseChannelLayer
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

Message = dict[str, Any]
PATIENCE = 1.0
"""Timeout in seconds for publishing a message to Redis."""
REST = 1.0
"""Seconds to wait after a Redis failure before trying again."""
PREFIX = "kibitz:"


class MemoryLayer(BaseChannelLayer):
    """Groups within one process. The cost of a message depends only on its group's size."""

    extensions = ("groups", "flush")

    def __init__(self, **options: Any) -> None:
        """Accept Channels' options; expiry and capacity mean nothing for messages this small."""
        super().__init__(**options)
        self.channels: dict[str, asyncio.Queue[Message]] = {}
        self.groups: dict[str, set[str]] = {}

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
        """Subscribe a channel to a group; idempotent."""
        self.groups.setdefault(group, set()).add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        """Unsubscribe a channel from a group."""
        members = self.groups.get(group, set())
        members.discard(channel)
        if not members:
            self.groups.pop(group, None)

    async def group_send(self, group: str, message: Message) -> None:
        """Put a message into all channels of a group. They share it, so nobody may change it."""
        for channel in self.groups.get(group, ()):
            await self.send(channel, message)

    async def flush(self) -> None:
        """Forget all groups and messages."""
        self.channels.clear()
        self.groups.clear()

    def _queue(self, channel: str) -> asyncio.Queue[Message]:
        return self.channels.setdefault(channel, asyncio.Queue())


class RedisLayer(MemoryLayer):
    """Groups across processes, over Redis pub/sub.

    A message that Redis does not accept within PATIENCE still reaches this process.
    """

    def __init__(self, url: str, **options: Any) -> None:
        """Take the address of a Redis (`redis://`, `rediss://` or `unix://`)."""
        super().__init__(**options)
        self.url = url
        self._subscriptions: WeakKeyDictionary[asyncio.AbstractEventLoop, Subscription] = (
            WeakKeyDictionary()
        )
        self._silent_until = 0.0

    async def group_add(self, group: str, channel: str) -> None:
        """Join in this process at once, and subscribe to the group if nobody here has."""
        await super().group_add(group, channel)
        loop = asyncio.get_running_loop()
        if loop not in self._subscriptions:
            self._subscriptions[loop] = Subscription(self)
        await self._subscriptions[loop].add(group)

    async def group_discard(self, group: str, channel: str) -> None:
        """Leave; the last channel to leave unsubscribes."""
        await super().group_discard(group, channel)
        subscription = self._subscriptions.get(asyncio.get_running_loop())
        if subscription is not None and group not in self.groups:
            await subscription.discard(group)

    async def group_send(self, group: str, message: Message) -> None:
        """Publish to all processes; if that fails, deliver in this one."""
        if not await self._published(PREFIX + group, orjson.dumps(message)):
            await super().group_send(group, message)

    async def deliver(self, name: bytes, message: bytes) -> None:
        """Deliver a message that Redis published under `name`."""
        await super().group_send(name.decode().removeprefix(PREFIX), orjson.loads(message))

    async def flush(self) -> None:
        """Forget everything, and close the running loop's connections."""
        await super().flush()
        subscription = self._subscriptions.pop(asyncio.get_running_loop(), None)
        if subscription is not None:
            await subscription.end()

    async def _published(self, name: str, message: bytes) -> bool:
        """Tell whether Redis accepted a message in time."""
        if time.monotonic() < self._silent_until:
            return False
        try:
            async with asyncio.timeout(PATIENCE), self._client() as client:
                await client.publish(name, message)
        except (RedisError, OSError) as error:  # OSError includes TimeoutError
            self._silent_until = time.monotonic() + REST
            logger.warning("Redis does not answer: %s", str(error) or "too slow")
            return False
        return True

    @contextlib.asynccontextmanager
    async def _client(self) -> AsyncIterator[Redis]:
        """Yield the loop's open client, or a temporary one if no channel here is in a group."""
        subscription = self._subscriptions.get(asyncio.get_running_loop())
        if subscription is not None and subscription.is_running:
            yield subscription.client
            return
        async with client_of(self.url) as client:
            yield client


class Subscription:
    """One event loop's connection to Redis, open while any of its channels is in a group."""

    def __init__(self, layer: RedisLayer) -> None:
        self.layer = layer
        self.names: set[str] = set()
        self.client = client_of(layer.url)
        self._pubsub: PubSub | None = None
        self._is_open = asyncio.Event()
        self._asking = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Tell whether it is listening or reconnecting."""
        return self._listening is not None and not self._listening.done()

    async def add(self, group: str) -> None:
        """Subscribe to a group, now or as soon as Redis answers again."""
        name = PREFIX + group
        if name in self.names:
            return
        self.names.add(name)
        if not self.is_running:
            self._start()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_open.wait(), PATIENCE)
        elif self._pubsub is not None:
            await self._ask(self._pubsub.subscribe(name))

    async def discard(self, group: str) -> None:
        """Unsubscribe; disconnect when no group is left."""
        name = PREFIX + group
        self.names.discard(name)
        if not self.names:
            await self.end()
        elif self._pubsub is not None:
            await self._ask(self._pubsub.unsubscribe(name))

    async def end(self) -> None:
        """Stop listening and disconnect."""
        listening, self._listening = self._listening, None
        if listening is not None:
            listening.cancel()
            await asyncio.wait([listening])

    def _start(self) -> None:
        self._listening = asyncio.create_task(self._listen(), context=Context())  # no caller's

    async def _ask(self, question: Awaitable[Any]) -> None:
        """Change subscriptions. If that fails, reconnect, which subscribes to every group."""
        async with self._asking:
            try:
                await asyncio.wait_for(question, PATIENCE)
            except (RedisError, OSError):
                await self.end()
                self._start()

    async def _listen(self) -> None:
        """Deliver published messages until cancelled; reconnect whenever the connection fails."""
        async with self.client:
            while True:
                try:
                    await self._listen_once()
                except (RedisError, OSError) as error:
                    logger.warning("lost Redis, connecting again: %s", error)
                await asyncio.sleep(REST)

    async def _listen_once(self) -> None:
        async with self.client.pubsub(ignore_subscribe_messages=True) as pubsub:
            asked = set(self.names)
            await pubsub.subscribe(*asked)
            self._pubsub = pubsub
            if joined_meanwhile := self.names - asked:
                await pubsub.subscribe(*joined_meanwhile)
            self._is_open.set()
            try:
                async for message in pubsub.listen():
                    await self.layer.deliver(message["channel"], message["data"])
            finally:
                self._pubsub = None
                self._is_open.clear()


def client_of(url: str) -> Redis:
    """Return a client that may stay idle, and that notices when the Redis host disappears."""
    # redis-py 8 would close an idle connection after 5 s
    options: dict[str, Any] = {"socket_timeout": None, "socket_connect_timeout": 2.0}
    options["retry"] = Retry(NoBackoff(), 0)  # none: the caller has waited long enough
    if not url.startswith("unix:"):
        options["socket_keepalive"] = True
    return Redis.from_url(url, **options)
