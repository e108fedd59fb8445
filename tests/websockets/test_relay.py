"""Redis between processes: notifications and counters, neither of which may stop anybody."""

from __future__ import annotations

import asyncio
import errno
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import orjson
import pytest
from redis import Redis as Client
from redis.asyncio import Redis as AsyncClient

from config.cache import FallbackRedisCache
from games.websockets.relay import CHANNEL, Relay
from tests.support.redis import Redis, own_redis
from tests.support.sockets import PATIENCE, in_thread

LONGER_THAN_ANY_TIMEOUT = 6.5  # redis-py 8 would close an idle socket after 5
GROUPS = ["match.x", "lobby"]
BRIEFLY = 10.0  # if each of the often waited for Redis, it would be twice that
TOO_LONG = 30.0  # half as long as is waited for a notification
OFTEN = range(1, 21)


@pytest.fixture
def redis() -> Iterator[Redis]:
    with own_redis() as server:
        yield server


class WatchedRelay(Relay):
    """One whose connection a test may break."""

    def _listener(self) -> AsyncClient:
        self.client = super()._listener()
        return self.client


class Process:
    """What one of two processes hears of the other."""

    def __init__(self, redis: Redis) -> None:
        self.relay, self.heard = WatchedRelay(redis.url), asyncio.Queue[int]()
        self.listening = asyncio.create_task(self.relay.listen(self.deliver))

    def deliver(self, groups: object, message: dict[str, int]) -> None:
        assert groups == GROUPS
        self.heard.put_nowait(message["revision"])

    def publish(self, revision: int) -> None:
        self.relay.publish(GROUPS, {"type": "match.changed", "revision": revision})

    async def rest(self) -> None:
        """Wait until all that was published has been sent, or given up."""
        await in_thread(self.relay._publisher.submit(bool).result)

    async def next(self) -> int:
        return await asyncio.wait_for(self.heard.get(), PATIENCE)

    async def hears(self, other: Process) -> None:
        """Wait until what the other publishes, again and again, arrives here."""
        async with asyncio.timeout(PATIENCE):
            while True:
                other.publish(8)
                with suppress(TimeoutError):
                    if await asyncio.wait_for(self.heard.get(), 0.1) == 8:
                        return


@asynccontextmanager
async def two_processes(redis: Redis) -> AsyncIterator[tuple[Process, Process]]:
    """Yield two processes that hear each other."""
    one, other = Process(redis), Process(redis)
    await one.hears(other)
    await other.hears(one)
    for process in (one, other):
        await process.rest()
    await asyncio.sleep(0.2)  # what else was published meanwhile
    for process in (one, other):
        while not process.heard.empty():
            process.heard.get_nowait()
    yield one, other
    for process in (one, other):
        process.listening.cancel()
        await asyncio.wait([process.listening])


async def test_what_one_publishes_the_other_hears_once_and_nobody_hears_themselves(
    redis: Redis,
) -> None:
    async with two_processes(redis) as (one, other):
        one.publish(9)
        other.publish(10)
        assert (await other.next(), await one.next()) == (9, 10)
        assert one.heard.empty()
        assert other.heard.empty()


async def test_an_idle_listener_still_hears(redis: Redis) -> None:
    async with two_processes(redis) as (one, other):
        await asyncio.sleep(LONGER_THAN_ANY_TIMEOUT)
        one.publish(7)
        assert await other.next() == 7


async def test_nobody_is_deaf_after_redis_was_killed_and_started_anew(redis: Redis) -> None:
    async with two_processes(redis) as (one, other):
        redis.kill()
        one.publish(7)
        redis.start()
        await other.hears(one)


async def test_nobody_is_deaf_after_redis_has_cut_every_connection(redis: Redis) -> None:
    async with two_processes(redis) as (one, other):
        with Client.from_url(redis.url) as client:
            client.client_kill_filter(_type="pubsub")
            client.client_kill_filter(_type="normal", skipme=True)
        await other.hears(one)


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
    async with two_processes(redis) as (one, other):
        [connection] = other.relay.client.connection_pool._in_use_connections
        lost = TimeoutError(errno.ETIMEDOUT, "Connection timed out")  # as the kernel ends it
        with broken_in_upon():
            connection._writer.transport._fatal_error(lost)
            await other.hears(one)


async def test_what_another_version_publishes_makes_nobody_deaf(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    async with two_processes(redis) as (one, other):
        with Client.from_url(redis.url) as client:
            for text in (b"nothing of ours", orjson.dumps({"type": "of another version"})):
                client.publish(CHANNEL, text)
        one.publish(7)
        assert await other.next() == 7
        assert "not understood" in caplog.text
        assert "lost Redis" not in caplog.text


async def test_a_hanging_redis_holds_nobody_up(redis: Redis) -> None:
    async with two_processes(redis) as (one, other):
        with redis.frozen():
            began = time.monotonic()
            for revision in OFTEN:
                one.publish(revision)
            assert time.monotonic() - began < 1
            await one.rest()
            assert time.monotonic() - began < BRIEFLY
        await other.hears(one)


def test_counters_are_shared_and_go_on_without_redis(redis: Redis) -> None:
    one, other = FallbackRedisCache(redis.url, {}), FallbackRedisCache(redis.url, {})
    one.add("often", 0, 60)
    assert [one.incr("often"), other.incr("often"), one.incr("often")] == [1, 2, 3]
    with redis.frozen():
        began = time.monotonic()
        one.add("often", 0, 60)
        assert [one.incr("often") for _ in OFTEN] == list(OFTEN)
        assert time.monotonic() - began < BRIEFLY
