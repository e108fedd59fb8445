"""A link that is closed with a code of ours while it closes already, as a page leaves."""

from __future__ import annotations

from config.server import Daphne  # before daphne's own modules, which want its reactor

# isort: split
import pytest
from daphne.ws_protocol import WebSocketProtocol

from config.asgi import application
from config.drain import Drain


@pytest.mark.parametrize("state", ["STATE_CLOSING", "STATE_CLOSED"])
async def test_a_code_for_a_link_that_closes_already_is_no_failure(state: str) -> None:
    server, link = Daphne(Drain(application), endpoints=["tcp:0"]), WebSocketProtocol()
    link.state = getattr(link, state)
    server.connections = {link: {}}  # as of one that it listens to
    await server.handle_reply(link, {"type": "websocket.close", "code": 1008})
    assert link.state == getattr(link, state)
