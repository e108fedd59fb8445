"""The channel layer: messages reach the members of a group, here and in other processes."""

from __future__ import annotations

import asyncio

import pytest

from games.websockets.layers import GroupLayer
from tests.support.redis import own_redis
from tests.support.sockets import PATIENCE

pytestmark = pytest.mark.asyncio


async def members(layer, group, count):
    names = [await layer.new_channel() for _ in range(count)]
    for name in names:
        await layer.group_add(group, name)
    return names


async def test_a_message_reaches_every_member_once_and_nobody_else():
    layer = GroupLayer()
    here, there = await members(layer, "a", 3), await members(layer, "b", 1)
    await layer.group_send("a", {"type": "changed"})
    assert [await layer.receive(name) for name in here] == [{"type": "changed"}] * 3
    assert there[0] not in layer.channels


async def test_a_channel_that_left_receives_nothing():
    layer = GroupLayer()
    stays, leaves = await members(layer, "a", 2)
    await layer.group_discard("a", leaves)
    await layer.group_send("a", {"type": "changed"})
    assert set(layer.channels) == {stays}


async def test_of_many_messages_at_once_none_is_lost():
    layer = GroupLayer()
    [name] = await members(layer, "a", 1)
    for number in range(1000):
        await layer.group_send("a", {"type": "changed", "revision": number})
    heard = [(await layer.receive(name))["revision"] for _ in range(1000)]
    assert heard == list(range(1000))


async def test_a_channel_that_was_read_empty_is_forgotten():
    layer = GroupLayer()
    [name] = await members(layer, "a", 1)
    await layer.group_send("a", {"type": "changed"})
    await layer.receive(name)
    assert layer.channels == {}


async def test_processes_with_one_redis_hear_each_other_and_themselves_once():
    with own_redis() as redis:
        one, other = GroupLayer(redis.url), GroupLayer(redis.url)
        [here], [there] = await members(one, "a", 1), await members(other, "a", 1)
        async with asyncio.timeout(PATIENCE):
            while there not in other.channels:  # until Redis has connected both
                await one.group_send("a", {"type": "changed"})
                await asyncio.sleep(0.05)
        sent = one.channels[here].qsize()
        await one.flush()
        await other.flush()
        assert sent >= 1
        [here], [there] = await members(one, "b", 1), await members(other, "b", 1)
        assert here not in one.channels
        await one.group_send("b", {"type": "changed"})
        assert await one.receive(here) == {"type": "changed"}
        assert here not in one.channels, "a process does not hear itself by Redis"
        await one.flush()
        await other.flush()
