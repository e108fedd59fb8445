"""The sockets, for every role: the lines of the table whose method is WS."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator

from config.asgi import application
from tests.security.matrix import Row, rows
from tests.security.world import ROLES, World, make_world

pytestmark = pytest.mark.django_db(transaction=True)


def cookies(world: World, role: str) -> list[tuple[bytes, bytes]]:
    jar = world.client(role).cookies
    text = "; ".join(f"{name}={morsel.value}" for name, morsel in jar.items())
    return [(b"cookie", text.encode()), (b"host", b"localhost"), (b"origin", b"http://localhost")]


async def told(row: Row, world: World, headers: list[tuple[bytes, bytes]]) -> str:
    """Return `shown` for a socket that draws something, else the code it is closed with."""
    socket = WebsocketCommunicator(application, row.address(world), headers)
    connected, code = await socket.connect(timeout=60)
    if not connected:
        return str(code)
    first = await socket.receive_output(timeout=60)
    await socket.disconnect(timeout=60)
    return "shown" if first["type"] == "websocket.send" else str(first["code"])


async def test_every_socket_answers_each_role_as_the_table_says() -> None:
    in_thread = database_sync_to_async
    world = await in_thread(make_world)()
    headers = {role: await in_thread(cookies)(world, role) for role in ROLES}
    sockets = [row for row in rows() if row.method == "WS"]
    for row in sockets:
        answers = [await told(row, world, headers[role]) for role in ROLES]
        assert tuple(answers) == row.expected, row.name
