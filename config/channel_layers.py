"""How the doorbell travels: within the process, or through Redis. Must not import Django."""

from __future__ import annotations

from typing import Any


def memory_layer() -> dict[str, Any]:
    """For a single process."""
    return {"BACKEND": "config.hub.HubLayer"}


def redis_layer(url: str) -> dict[str, Any]:
    """For several. Sockets survive a restart of Redis, which the core layer's do not."""
    # redis-py 8 gives up an idle socket after 5 s unless told otherwise
    host: dict[str, Any] = {"address": url, "socket_timeout": None, "socket_connect_timeout": 2.0}
    if not url.startswith("unix:"):
        host["socket_keepalive"] = True  # else a Redis that vanished is listened to for ever
    return {
        "BACKEND": "config.doorbell.Doorbell",
        "CONFIG": {"hosts": [host]},
    }
