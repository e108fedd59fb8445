"""Redis between several processes: a doorbell and counters, neither of which may stop anybody."""

from __future__ import annotations

import asyncio
import errno
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest

from accounts.live.layers import RedisLayer
from config.sturdy_cache import SturdyRedisCache
from tests.support.redis import Redis, own_redis

LONGER_THAN_ANY_TIMEOUT = 6.5  # redis-py 8 would close an idle socket after 5
GROUP = "match.x"
BRIEFLY = 10.0  # if each of the often waited for Redis, it would be twice that
TOO_LONG = 30.0  # half as long as is waited for a ring
OFTEN = range(1, 21)


@pytest.fixture
def redis() -> Iterator[Redis]:
    with own_redis() as server:
        yield server


@asynccontextmanager
async def two_processes(redis: Redis) -> AsyncIterator[tuple[RedisLayer, RedisLayer, str]]:
    """Yield who rings, who listens, and the listener's channel, which has joined the group."""
    bell, listener = RedisLayer(redis.url), RedisLayer(redis.url)
    channel = await listener.new_channel()
    await listener.group_add(GROUP, channel)
    yield bell, listener, channel
    for layer in (bell, listener):
        await layer.flush()


async def ring_until_heard(bell: RedisLayer, listener: RedisLayer, channel: str) -> None:
    """Ring again and again, joining as a heartbeat does, until the bell is heard."""
    hearing = asyncio.ensure_future(listener.receive(channel))
    deadline = time.monotonic() + 60
    while not hearing.done():
        assert time.monotonic() < deadline, "deaf"
        await listener.group_add(GROUP, channel)
        await bell.group_send(GROUP, {"type": "match.rung", "revision": 8})
        await asyncio.wait({hearing}, timeout=0.3)
    assert (await hearing)["revision"] == 8


async def test_idle_listener_still_hears_the_bell(redis: Redis) -> None:
    async with two_processes(redis) as (bell, listener, channel):
        hearing = asyncio.ensure_future(listener.receive(channel))
        await asyncio.sleep(LONGER_THAN_ANY_TIMEOUT)
        await bell.group_send(GROUP, {"type": "match.rung", "revision": 7})
        assert (await asyncio.wait_for(hearing, 60))["revision"] == 7


async def test_nobody_is_deaf_after_redis_was_killed_and_started_anew(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    async with two_processes(redis) as (bell, listener, channel):
        redis.kill()
        await bell.group_send(GROUP, {"type": "match.rung", "revision": 7})
        late = await listener.new_channel()
        await listener.group_add("match.y", late)
        redis.start()
        await ring_until_heard(bell, listener, channel)


@contextmanager
def broken_in_upon() -> Iterator[None]:
    """End a task that lets no other run, so that a test fails and does not hang."""

    def break_in(*_: object) -> None:
        raise asyncio.CancelledError

    signal.signal(signal.SIGALRM, break_in)
    signal.setitimer(signal.ITIMER_REAL, TOO_LONG)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


async def test_a_redis_whose_host_has_vanished_does_not_stop_the_loop(redis: Redis) -> None:
    async with two_processes(redis) as (bell, listener, channel):
        pubsub = listener._subscriptions[asyncio.get_running_loop()]._pubsub
        assert pubsub is not None
        lost = TimeoutError(errno.ETIMEDOUT, "Connection timed out")  # as the kernel ends it
        with broken_in_upon():
            pubsub.connection._writer.transport._fatal_error(lost)
            await ring_until_heard(bell, listener, channel)


async def test_a_hanging_redis_holds_nobody_up_and_the_own_process_hears(redis: Redis) -> None:
    async with two_processes(redis) as (bell, listener, channel):
        own = await bell.new_channel()
        await bell.group_add(GROUP, own)
        with redis.frozen():
            began = time.monotonic()
            for revision in OFTEN:
                await bell.group_send(GROUP, {"type": "match.rung", "revision": revision})
            assert time.monotonic() - began < BRIEFLY
            assert [(await bell.receive(own))["revision"] for _ in OFTEN] == list(OFTEN)
        await ring_until_heard(bell, listener, channel)


def test_counters_are_shared_and_go_on_without_redis(redis: Redis) -> None:
    one, other = SturdyRedisCache(redis.url, {}), SturdyRedisCache(redis.url, {})
    one.add("often", 0, 60)
    assert [one.incr("often"), other.incr("often"), one.incr("often")] == [1, 2, 3]
    with redis.frozen():
        began = time.monotonic()
        one.add("often", 0, 60)
        assert [one.incr("often") for _ in OFTEN] == list(OFTEN)
        assert time.monotonic() - began < BRIEFLY
