"""What each process counts and draws by itself while Redis does not answer."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from django.core.cache.backends.base import BaseCache
from django.utils.module_loading import import_string

from config.caches import redis_caches


@pytest.fixture
def no_redis() -> str:
    """Return an address at which nobody answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"redis://127.0.0.1:{probe.getsockname()[1]}/0"


def made(config: dict[str, Any]) -> BaseCache:
    """Return a cache as Django makes one."""
    params = dict(config)
    backend, location = params.pop("BACKEND"), params.pop("LOCATION")
    cache: BaseCache = import_string(backend)(location, params)
    return cache


def test_what_is_counted_is_kept_however_many_are_and_whatever_is_drawn(no_redis: str) -> None:
    caches = redis_caches(no_redis)
    counters, pictures = made(caches["default"]), made(caches["pictures"])
    counters.set("often:log-in:ip:203.0.113.5", 9, 60)
    for number in range(1000):
        counters.set(f"session:{number}", 1, 60)
        pictures.set(f"picture:{number}", b"", 60)
    assert counters.incr("often:log-in:ip:203.0.113.5") == 10
    assert pictures.get("picture:0") is None
    assert pictures.get("picture:999") == b""


def test_all_threads_of_a_process_count_together(no_redis: str) -> None:
    config = redis_caches(no_redis)["default"]
    one, other = made(config), made(config)
    one.set("often:play:user:1", 1, 60)
    assert other.incr("often:play:user:1") == 2
