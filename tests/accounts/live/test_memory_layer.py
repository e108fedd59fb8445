"""The layer of a single process: rings reach the group's members, and cost nobody else anything."""

from __future__ import annotations

import pytest

from accounts.live.layers import MemoryLayer

pytestmark = pytest.mark.asyncio


async def members(layer, group, count):
    names = [await layer.new_channel() for _ in range(count)]
    for name in names:
        await layer.group_add(group, name)
    return names


async def test_a_ring_reaches_every_member_once_and_nobody_else():
    layer = MemoryLayer()
    here, there = await members(layer, "a", 3), await members(layer, "b", 1)
    await layer.group_send("a", {"type": "rung"})
    assert [await layer.receive(name) for name in here] == [{"type": "rung"}] * 3
    assert there[0] not in layer.channels


async def test_who_has_left_is_not_rung():
    layer = MemoryLayer()
    stays, leaves = await members(layer, "a", 2)
    await layer.group_discard("a", leaves)
    await layer.group_send("a", {"type": "rung"})
    assert set(layer.channels) == {stays}


async def test_of_many_rings_in_one_moment_none_is_lost():
    layer = MemoryLayer()
    [name] = await members(layer, "a", 1)
    for number in range(1000):
        await layer.group_send("a", {"type": "rung", "revision": number})
    heard = [(await layer.receive(name))["revision"] for _ in range(1000)]
    assert heard == list(range(1000))


async def test_a_channel_that_was_read_empty_is_forgotten():
    layer = MemoryLayer()
    [name] = await members(layer, "a", 1)
    await layer.group_send("a", {"type": "rung"})
    await layer.receive(name)
    assert layer.channels == {}
