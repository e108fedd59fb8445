"""Runs daphne inside our own commands: start-up hook, periodic jobs, graceful shutdown."""

from __future__ import annotations

# daphne installs its Twisted reactor when imported, so it comes before anything that uses one
from daphne.server import Server  # isort: skip

import asyncio
import errno
import socket
from collections.abc import Callable, Sequence
from typing import Any

from autobahn.websocket import protocol as autobahn
from django.conf import settings
from twisted.internet.defer import Deferred

from config.asgi import application
from config.clock import tick
from config.drain import Drain, at_signals, end_all
from config.errors import CannotStart
from config.garbage import spare_what_lives_long
from config.hooks import Job
from config.prompt import Prompt

MOST_KNOCKING = 2048  # for all pages reconnecting at once; Twisted's 50 would drop most
HANDSHAKE_SECONDS = 20  # daphne's 5 would cut them off while they queue
LARGEST_FRAME_IN = 8192
FAREWELL_SECONDS = 0.2  # lets the last writes go out
LARGEST_MESSAGE = 1 << 20  # also limits what we send, and a table is sent whole


def _unsaid(value: Any) -> str:
    return ""


# For debug lines nobody reads, autobahn pretty-prints forty settings per socket, a fifth of the
# cost of opening one, and colours a function's name for every frame it sends.
for words in ("pformat", "hltype", "hlval"):
    setattr(autobahn, words, _unsaid)


def check_port(host: str, port: int) -> None:
    """Raise CannotStart if the address cannot be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OverflowError as error:
            raise CannotStart(f"{error}.") from None
        except OSError as error:
            raise CannotStart(_why_not(error, host, port)) from None


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken by another program; try --port {port + 1}."
    return f"cannot listen on {host} port {port}: {error.strerror}."


def forget_request(transport: Any) -> None:
    """Free the HTTP request that opened a socket, and its parser.

    The connection would otherwise keep them, as its producer, for as long as it lasts.
    """
    channel = transport.producer
    if channel is not None:  # None if the connection has ended meanwhile
        transport.unregisterProducer()
        channel.requests.clear()


class Daphne(Server):
    """daphne's server with our own shutdown: daphne's drops requests still being answered."""

    def __init__(self, drain: Drain, **kwargs: Any) -> None:
        super().__init__(application=drain, signal_handlers=False, **kwargs)
        self.drain = drain
        self.ports: list[Any] = []
        self.ending: asyncio.Task[None] | None = None

    def listen_success(self, port: Any) -> None:
        """Remember the port, so that shutdown can close it first."""
        super().listen_success(port)
        port.transport = Prompt
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


def run(
    host: str, port: int, announce: Callable[[str, int], None], jobs: Sequence[Job] = ()
) -> None:
    """Serve until told to stop. Calls `announce` once, with the listening address."""
    clock: list[asyncio.Task[None]] = []  # the loop keeps only weak references to tasks

    def ready() -> None:
        server.listen_to_signals()
        announce(*server.listening_addresses[0])
        clock.append(asyncio.get_event_loop().create_task(tick(jobs)))
        spare_what_lives_long()

    server = Daphne(
        Drain(application),
        endpoints=[
            f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}:backlog={MOST_KNOCKING}"
        ],
        ready_callable=ready,
        ping_interval=settings.PING_SECONDS,
        ping_timeout=settings.PING_SECONDS,
        websocket_handshake_timeout=HANDSHAKE_SECONDS,
        websocket_timeout=-1,  # daphne would close every socket after a day
        websocket_max_message_size=LARGEST_MESSAGE,
        websocket_max_frame_size=LARGEST_FRAME_IN,
        verbosity=1,
        server_name="kibitz",
    )
    server.run()
    end_tasks()
    if not server.listening_addresses:  # another process took the port after our check
        raise CannotStart(f"cannot listen on {host} port {port}.")


def end_tasks() -> None:
    """Cancel every task. Without this CPython 3.11 crashes on exit while a socket is open."""
    loop = asyncio.get_event_loop()
    loop.run_until_complete(end_all(asyncio.all_tasks(loop)))
    loop.run_until_complete(loop.shutdown_default_executor())
