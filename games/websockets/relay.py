"""Passes notifications between processes, over one Redis channel that all of them listen to.

Redis may be slow, restart or vanish: publishing never holds the caller up, and what is lost is made
good by the heartbeat. Must not import Django.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

Deliver = Callable[[Sequence[str], dict[str, Any]], None]

CHANNEL = "kibitz"
PATIENCE = 1.0
"""Timeout in seconds for publishing a message."""
REST = 1.0
"""Seconds to wait after a failure before trying again."""


class Relay:
    """One process's way to the others: a thread that publishes, and a task that listens."""

    def __init__(self, url: str) -> None:
        """Take the address of a Redis (`redis://`, `rediss://` or `unix://`)."""
        self.url = url
        self._sender = uuid.uuid4().hex
        self._publisher = ThreadPoolExecutor(1, thread_name_prefix="publisher")
        timeouts = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        retry = Retry(NoBackoff(), 1)  # once, since the connection may have been cut meanwhile
        self._client = Redis.from_url(url, retry=retry, **timeouts)
        self._silent_until = 0.0

    def publish(self, groups: Sequence[str], message: dict[str, Any]) -> None:
        """Send a notification to all other processes, and return at once."""
        self._publisher.submit(self._publish, orjson.dumps([self._sender, groups, message]))

    def _publish(self, text: bytes) -> None:
        if time.monotonic() < self._silent_until:
            return
        try:
            self._client.publish(CHANNEL, text)
        except (RedisError, OSError) as error:
            self._silent_until = time.monotonic() + REST
            logger.warning("Redis does not answer: %s", str(error) or "too slow")

    async def listen(self, deliver: Deliver) -> None:
        """Deliver what other processes publish, until cancelled; reconnect after any failure."""
        async with self._listener() as client:
            while True:
                try:
                    await self._listen_once(client, deliver)
                except (RedisError, OSError) as error:
                    logger.warning("lost Redis, connecting again: %s", error)
                await asyncio.sleep(REST)

    def _listener(self) -> AsyncRedis:
        """Return a client that may stay idle, and that notices when the Redis host disappears."""
        options: dict[str, Any] = {"socket_timeout": None, "socket_connect_timeout": PATIENCE}
        if not self.url.startswith("unix:"):
            options["socket_keepalive"] = True
        return AsyncRedis.from_url(self.url, retry=AsyncRetry(NoBackoff(), 0), **options)

    async def _listen_once(self, client: AsyncRedis, deliver: Deliver) -> None:
        async with client.pubsub(ignore_subscribe_messages=True) as pubsub:
            await pubsub.subscribe(CHANNEL)
            async for received in pubsub.listen():
                try:
                    sender, names, message = orjson.loads(received["data"])
                except ValueError:  # another version's
                    logger.warning("a notification was not understood")
                    continue
                if sender != self._sender:
                    deliver(names, message)
