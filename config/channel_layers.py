"""How the doorbell travels: within the process, or through Redis. Must not import Django."""

from __future__ import annotations

from typing import Any


def memory_layer() -> dict[str, Any]:
    """For a single process."""
    return {"BACKEND": "channels.layers.InMemoryChannelLayer"}


def redis_layer(url: str) -> dict[str, Any]:
    """For several. Sockets survive a restart of Redis, which the core layer's do not."""
    # redis-py 8 gives up an idle socket after 5 s unless told otherwise
    host = {"address": url, "socket_timeout": None}
    return {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [host]},
    }
