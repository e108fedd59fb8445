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

REDIS_TIMEOUT = 1.0
RETRY_SECONDS = 5.0


def _with_fallback(name: str) -> Callable[..., Any]:
    """Return a method that calls Redis, or the process's own cache for a while after a failure."""

    def method(self: FallbackRedisCache, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= self.retry_at:
            try:
                return getattr(RedisCache, name)(self, *args, **kwargs)
            except (RedisError, OSError) as error:
                self.retry_at = time.monotonic() + RETRY_SECONDS
                logger.warning("Redis does not answer: %s", error)
        return getattr(self.fallback, name)(*args, **kwargs)

    return method


class FallbackRedisCache(RedisCache):
    """Django's Redis cache, with a fallback in memory while Redis does not answer."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {"socket_timeout": REDIS_TIMEOUT, "socket_connect_timeout": REDIS_TIMEOUT}
        super().__init__(server, {**params, "OPTIONS": {**options, **params.get("OPTIONS", {})}})
        limit = {"max_entries": self._max_entries}
        self.fallback = LocMemCache(f"{self.key_prefix}, instead of {server}", limit)
        self.retry_at = 0.0

    add = _with_fallback("add")
    get = _with_fallback("get")
    set = _with_fallback("set")
    touch = _with_fallback("touch")
    delete = _with_fallback("delete")
    get_many = _with_fallback("get_many")
    has_key = _with_fallback("has_key")
    incr = _with_fallback("incr")
    set_many = _with_fallback("set_many")
    delete_many = _with_fallback("delete_many")
    clear = _with_fallback("clear")
