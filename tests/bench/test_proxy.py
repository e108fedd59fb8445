"""The proxy does what faults ask of it: spread, cut, hold, lose answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from bench.faults.proxy import HOST, Proxy

ACT = b"POST /matches/x/act HTTP/1.1\n"


@asynccontextmanager
async def line() -> AsyncIterator[Proxy]:
    """Yield a proxy before a server that says each line again."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.CancelledError):
            while text := await reader.readline():
                writer.write(text)
        writer.transport.abort()

    server = await asyncio.start_server(echo, HOST, 0)
    dead = await asyncio.start_server(echo, HOST, 0)
    ports = [one.sockets[0].getsockname()[1] for one in (dead, server)]
    dead.close()
    proxy = Proxy(ports)
    await proxy.start()
    yield proxy
    await proxy.stop()
    server.close()
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
    await asyncio.sleep(0.01)  # for the aborted to be told


async def said(proxy: Proxy, text: bytes) -> bytes:
    """Return what comes back on a connection of its own; nothing if it ends."""
    reader, writer = await asyncio.open_connection(HOST, proxy.port)
    writer.write(text)
    try:
        return await reader.readline()
    except ConnectionResetError:
        return b""
    finally:
        writer.transport.abort()


async def test_a_server_that_is_down_is_passed_over() -> None:
    async with line() as proxy:
        assert [await said(proxy, b"hello\n") for _ in range(3)] == [b"hello\n"] * 3


async def test_a_closed_line_ends_connections_until_it_is_opened() -> None:
    async with line() as proxy:
        proxy.close_line()
        assert await said(proxy, b"hello\n") == b""
        proxy.open_line()
        assert await said(proxy, b"hello\n") == b"hello\n"


async def test_what_is_held_comes_when_released() -> None:
    async with line() as proxy:
        proxy.hold()
        waiting = asyncio.ensure_future(said(proxy, b"hello\n"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(waiting), 0.1)
        proxy.release()
        assert await waiting == b"hello\n"


async def test_only_answers_to_actions_are_lost() -> None:
    async with line() as proxy:
        proxy.drop_answers = 1.0
        assert await said(proxy, b"GET / HTTP/1.1\n") == b"GET / HTTP/1.1\n"
        assert await said(proxy, ACT) == b""
        assert proxy.dropped == 1
