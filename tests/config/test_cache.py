"""What each process counts and draws by itself while Redis does not answer."""

from __future__ import annotations

import socket

import pytest
from django.conf import settings

from config.cache import FallbackRedisCache


@pytest.fixture
def no_redis() -> str:
    """Return an address at which nobody answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"redis://127.0.0.1:{probe.getsockname()[1]}/0"


def made(name: str, address: str) -> FallbackRedisCache:
    """Return the cache of this name as a site makes it that has a Redis."""
    return FallbackRedisCache(address, {**settings.CACHES[name]})


def test_what_is_counted_is_kept_however_many_are_and_whatever_is_drawn(no_redis: str) -> None:
    counters, pictures = made("default", no_redis), made("pictures", no_redis)
    counters.set("often:log-in:ip:203.0.113.5", 9, 60)
    for number in range(1000):
        counters.set(f"session:{number}", 1, 60)
        pictures.set(f"picture:{number}", b"", 60)
    assert counters.incr("often:log-in:ip:203.0.113.5") == 10
    assert pictures.get("picture:0") is None
    assert pictures.get("picture:999") == b""


def test_all_threads_of_a_process_count_together(no_redis: str) -> None:
    one, other = made("default", no_redis), made("default", no_redis)
    one.set("often:play:user:1", 1, 60)
    assert other.incr("often:play:user:1") == 2
