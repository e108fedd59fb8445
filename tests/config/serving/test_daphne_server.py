"""What replaces daphne's, Twisted's and autobahn's own: each test fails if they change it."""

from __future__ import annotations

# before daphne's own modules, which want its reactor
from config.serving.daphne_server import DEBUG_WORDS, DaphneServer, PromptWrites, forget_request

# isort: split
import inspect
import re
import socket
from collections.abc import Iterator

import pytest
from autobahn.websocket import protocol as autobahn
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.protocol import Protocol
from twisted.internet.testing import StringTransport
from twisted.web.http import HTTPChannel

from config.asgi import application
from games.websockets.drain import Drain

LARGE = b"0123456789" * 200_000


class Loop:
    """Which connections an event loop was asked to watch."""

    def __init__(self) -> None:
        self.writers: set[PromptWrites] = set()

    def addWriter(self, connection: PromptWrites) -> None:  # noqa: N802
        self.writers.add(connection)

    def removeWriter(self, connection: PromptWrites) -> None:  # noqa: N802
        self.writers.discard(connection)

    def addReader(self, connection: PromptWrites) -> None:  # noqa: N802
        pass

    removeReader = addReader  # noqa: N815


class Link:
    """A connection of ours, its loop, and the end at which a browser reads."""

    def __init__(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.theirs = socket.create_connection(listener.getsockname())
        accepted, address = listener.accept()
        accepted.setblocking(False)
        listener.close()
        self.loop = Loop()
        self.ours = PromptWrites(accepted, Protocol(), address, None, 0, self.loop)

    @property
    def waits(self) -> bool:
        return self.ours in self.loop.writers

    def read(self, count: int) -> bytes:
        """Return so many bytes, while the loop lets ours write."""
        self.theirs.settimeout(10)
        found = b""
        while len(found) < count:
            found += self.theirs.recv(count - len(found))
            if self.waits:
                self.ours.doWrite()
        return found


@pytest.fixture
def link() -> Iterator[Link]:
    made = Link()
    yield made
    made.theirs.close()
    made.ours.socket.close()


def test_a_text_is_sent_before_the_loop_has_its_next_turn(link: Link) -> None:
    link.ours.write(b"one")
    link.ours.write(b"two")
    assert not link.waits
    assert link.read(6) == b"onetwo"


def test_what_does_not_fit_waits_and_what_follows_does_not_overtake_it(link: Link) -> None:
    link.ours.write(LARGE * 5)
    assert link.waits
    link.ours.write(b"the end")
    assert link.read(len(LARGE) * 5 + 7) == LARGE * 5 + b"the end"
    assert not link.waits
    link.ours.write(b"and on")
    assert link.read(6) == b"and on"


def test_a_connection_that_is_to_end_first_sends_what_waits(link: Link) -> None:
    link.ours.write(LARGE * 5)
    link.ours.loseConnection()
    link.ours.write(b"said after the farewell")
    assert link.read(len(LARGE) * 5 + 23).endswith(b"farewell")


def test_the_loop_meets_what_fails(link: Link) -> None:
    link.ours.socket.shutdown(socket.SHUT_WR)
    link.ours.write(b"one")
    assert link.waits
    assert link.ours.doWrite() is not None


@pytest.mark.parametrize("state", ["STATE_CLOSING", "STATE_CLOSED"])
async def test_a_code_for_a_link_that_closes_already_is_no_failure(state: str) -> None:
    server, link = DaphneServer(Drain(application), endpoints=["tcp:0"]), WebSocketProtocol()
    link.state = getattr(link, state)
    server.connections = {link: {}}  # as of one that it listens to
    await server.handle_reply(link, {"type": "websocket.close", "code": 1008})
    assert link.state == getattr(link, state)


def test_a_socket_does_not_keep_the_request_that_opened_it() -> None:
    channel, transport = HTTPChannel(), StringTransport()
    channel.makeConnection(transport)
    channel.requests.append(object())
    assert transport.producer is channel
    forget_request(transport)
    assert transport.producer is None
    assert channel.requests == []
    forget_request(transport)  # as of one that has ended meanwhile


@pytest.mark.parametrize("name", DEBUG_WORDS)
def test_autobahn_still_decorates_its_debug_lines(name: str) -> None:
    assert re.search(rf"\b{name}\(", inspect.getsource(autobahn))
