"""A page that opens a link and takes nothing from it: it is cut off, and others are not."""

from __future__ import annotations

import select
import socket

import pytest
from websockets.sync.client import connect

from tests.support.servers import Server, database_url_of_tests, start_server

UPGRADE = (
    "GET /ws/lobby/ HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: {url}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.mark.django_db(transaction=True)
def test_who_takes_nothing_is_cut_off_and_who_listens_is_not() -> None:
    env = {"DATABASE_URL": database_url_of_tests(), "PING_SECONDS": "1"}
    server = start_server(["play", "--no-seed", "--port", "0"], {**env})
    try:
        with connect(f"ws://localhost:{server.port}/ws/lobby/", origin=server.url) as listening:
            with deaf_link(server) as deaf:
                assert ends(deaf)
            assert listening.ping().wait(30)
    finally:
        server.kill()


def deaf_link(server: Server) -> socket.socket:
    """Open a link whose other end has little room and reads no more than the first words."""
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.connect(("127.0.0.1", server.port))
    link.sendall(UPGRADE.format(port=server.port, url=server.url).encode())
    assert link.recv(12) == b"HTTP/1.1 101"
    return link


def ends(link: socket.socket) -> bool:
    """Tell whether the other end gives a connection up, without reading from it."""
    watched = select.poll()
    watched.register(link, 0)  # nothing but its end is told
    return bool(watched.poll(60_000))
