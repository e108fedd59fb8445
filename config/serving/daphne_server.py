"""Replaces daphne's server, Twisted's connections and autobahn's debug lines where they cost most.

The one module of the site that uses private parts of these three; the tests of the same name fail
when a release changes them. Import it before anything that uses a Twisted reactor.
"""

from __future__ import annotations

# daphne installs its Twisted reactor when imported, so it comes before anything that uses one
from daphne.server import Server  # isort: skip

import asyncio
from typing import Any

from autobahn.websocket import protocol as autobahn
from twisted.internet import tcp
from twisted.internet.defer import Deferred

from games.websockets.drain import Drain, at_signals, end_all

FAREWELL_SECONDS = 0.2  # lets the last writes go out
DEBUG_WORDS = ("pformat", "hltype", "hlval")


def _nothing(value: Any) -> str:
    return ""


# For debug lines nobody reads, autobahn pretty-prints forty settings per socket, a fifth of the
# cost of opening one, and colours a function's name for every frame it sends.
for words in DEBUG_WORDS:
    setattr(autobahn, words, _nothing)


def forget_request(transport: Any) -> None:
    """Free the HTTP request that opened a socket, and its parser.

    The connection would otherwise keep them, as its producer, for as long as it lasts.
    """
    channel = transport.producer
    if channel is not None:  # None if the connection has ended meanwhile
        transport.unregisterProducer()
        channel.requests.clear()


class PromptWrites(tcp.Server):
    """Writes to the socket at once, and leaves only the rest to the event loop.

    Twisted waits for the loop to report every connection writable, which costs more than writing:
    two system calls and a loop iteration.
    """

    def write(self, data: bytes) -> None:
        """Send what the socket accepts now, unless data is queued; the loop handles any error."""
        if self.connected and not (self.disconnecting or self.dataBuffer or self._tempDataLen):
            sent = self.writeSomeData(data)
            data = data[sent:] if isinstance(sent, int) else data
        if data:
            super().write(data)


class DaphneServer(Server):
    """daphne's server with our own shutdown: daphne's drops requests still being answered."""

    def __init__(self, drain: Drain, **kwargs: Any) -> None:
        super().__init__(application=drain, signal_handlers=False, **kwargs)
        self.drain = drain
        self.ports: list[Any] = []
        self.ending: asyncio.Task[None] | None = None

    def listen_success(self, port: Any) -> None:
        """Remember the port, so that shutdown can close it first."""
        super().listen_success(port)
        port.transport = PromptWrites
        self.ports.append(port)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Close sockets with any code, including 1008 and 1012, which autobahn refuses.

        Once a socket is accepted, free the request that opened it.
        """
        code = message.get("code")
        is_close = message["type"] == "websocket.close"
        if is_close and code and protocol.state != protocol.STATE_CONNECTING:
            protocol.sendCloseFrame(code=code)  # does nothing if already closing
            return
        await super().handle_reply(protocol, message)
        if message["type"] == "websocket.accept":
            forget_request(protocol.transport)

    def listen_to_signals(self) -> None:
        """Shut down gracefully on the first signal, at once on the second."""
        at_signals(asyncio.get_event_loop(), self._told_to_end)

    def _told_to_end(self) -> None:
        if self.ending is not None:
            self.stop()
        else:
            self.ending = asyncio.get_event_loop().create_task(self._end())

    async def _end(self) -> None:
        for port in self.ports:
            port.stopListening()
        await self.drain.end()
        await asyncio.sleep(FAREWELL_SECONDS)
        self.stop()

    def kill_all_applications(self) -> Deferred[None]:
        """Cancel every running application, including those that have already answered."""
        running = [details.get("application_instance") for details in self.connections.values()]
        ending = end_all([task for task in running if task is not None])
        return Deferred.fromFuture(asyncio.ensure_future(ending))
