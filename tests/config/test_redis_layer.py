"""The doorbell through Redis, as a site with several processes has it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer

from config.channel_layers import redis_layer
from tests.support.clusters import wait_until

LONGER_THAN_ANY_TIMEOUT = 6.5  # redis-py 8 would close an idle socket after 5


@pytest.fixture
def redis() -> Iterator[str]:
    """The address of a Redis of our own. Only on a developer's machine may it be missing."""
    program = shutil.which("redis-server")
    if program is None and not os.environ.get("CI"):
        pytest.skip("no redis-server found")
    assert program, "continuous integration needs a redis-server"
    folder = Path(tempfile.mkdtemp(prefix="kibitz-redis-"))
    path = folder / "s"
    command = [program, "--port", "0", "--unixsocket", str(path), "--save", "", "--dir", folder]
    server = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL)
    wait_until(path.exists)
    yield f"unix://{path}"
    server.terminate()
    server.wait(10)
    shutil.rmtree(folder)


async def test_idle_listener_still_hears_the_bell(redis: str) -> None:
    config = redis_layer(redis)["CONFIG"]
    bell, listener = RedisPubSubChannelLayer(**config), RedisPubSubChannelLayer(**config)
    channel = await listener.new_channel()
    await listener.group_add("match.x", channel)
    hearing = asyncio.ensure_future(listener.receive(channel))
    await asyncio.sleep(LONGER_THAN_ANY_TIMEOUT)
    await bell.group_send("match.x", {"type": "match.rung", "revision": 7})
    assert (await asyncio.wait_for(hearing, 5))["revision"] == 7
    for layer in (bell, listener):
        await layer.flush()
