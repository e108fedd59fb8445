"""The cache shared by several processes: rate-limit counters, recently noted sessions, and images
of finished matches. It holds nothing that could not be counted or rendered again.

If Redis is gone or hangs, people must still be able to play and log in. Each process then counts on
its own for a while, so a limit is at worst multiplied by the number of processes.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

PATIENCE = 1.0
REST = 5.0


class SturdyRedisCache(RedisCache):
    """Django's Redis cache, with a fallback in memory while Redis does not answer."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        params = {**params, "OPTIONS": {**options, **params.get("OPTIONS", {})}}
        super().__init__(server, params)
        instead = {"max_entries": self._max_entries}
        self.own = LocMemCache(f"{self.key_prefix}, instead of {server}", instead)
        self.silent_until = 0.0

    def _either(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Call Redis, or the process's own cache for a while after a failure."""
        if time.monotonic() >= self.silent_until:
            ask: Callable[..., Any] = getattr(super(), name)
            try:
                return ask(*args, **kwargs)
            except (RedisError, OSError) as error:
                self.silent_until = time.monotonic() + REST
                logger.warning("Redis does not answer: %s", error)
        return getattr(self.own, name)(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("delete", *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("get_many", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("has_key", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("incr", *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("set_many", *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("delete_many", *args, **kwargs)

    def clear(self, *args: Any, **kwargs: Any) -> Any:
        return self._either("clear", *args, **kwargs)
