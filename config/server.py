"""daphne, run inside one of our own commands: start-up hook, periodic jobs, orderly stop."""

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

MOST_KNOCKING = 2048  # when all pages come back at once; Twisted's 50 would leave most unheard
HANDSHAKE_SECONDS = 20  # and daphne's 5 would cut them off while they wait for their turn
LARGEST_FRAME_IN = 8192
FAREWELL_SECONDS = 0.2  # for what was written last to be sent
LARGEST_MESSAGE = 1 << 20  # holds for what we send too, and a table is drawn whole


def _unsaid(value: Any) -> str:
    return ""


# For debug lines that nobody reads autobahn lays the forty settings of every socket out neatly, a
# fifth of what opening one costs, and colours the name of a function for every frame it sends.
for words in ("pformat", "hltype", "hlval"):
    setattr(autobahn, words, _unsaid)


def check_port(host: str, port: int) -> None:
    """Raise CannotStart if nobody could listen there."""
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
    """Free the HTTP request by which a socket was opened, and what had read it.

    Its connection would hold them as long as it lasts, as what writes to it.
    """
    channel = transport.producer
    if channel is not None:  # else the connection has ended meanwhile
        transport.unregisterProducer()
        channel.requests.clear()


class Daphne(Server):
    """daphne's server, ended by us: it would cut off whoever is waiting for an answer."""

    def __init__(self, drain: Drain, **kwargs: Any) -> None:
        super().__init__(application=drain, signal_handlers=False, **kwargs)
        self.drain = drain
        self.ports: list[Any] = []
        self.ending: asyncio.Task[None] | None = None

    def listen_success(self, port: Any) -> None:
        """Remember the port, to close it before all else."""
        super().listen_success(port)
        port.transport = Prompt
        self.ports.append(port)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Close sockets with the codes that say why, also 1008 and 1012, which autobahn refuses.

        One that was opened needs the request for it no more.
        """
        code = message.get("code")
        is_close = message["type"] == "websocket.close"
        if is_close and code and protocol.state != protocol.STATE_CONNECTING:
            protocol.sendCloseFrame(code=code)  # which is none where the link closes already
            return
        await super().handle_reply(protocol, message)
        if message["type"] == "websocket.accept":
            forget_request(protocol.transport)

    def listen_to_signals(self) -> None:
        """End in good order when told to; at once when told twice."""
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
        """End what still runs, also on connections that have had their answer."""
        running = [details.get("application_instance") for details in self.connections.values()]
        ending = end_all([task for task in running if task is not None])
        return Deferred.fromFuture(asyncio.ensure_future(ending))


def run(
    host: str, port: int, announce: Callable[[str, int], None], jobs: Sequence[Job] = ()
) -> None:
    """Serve until told to stop. `announce` is called once with the address that listens."""
    clock: list[asyncio.Task[None]] = []  # the loop itself keeps tasks only weakly

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
    if not server.listening_addresses:  # somebody took the port after we looked
        raise CannotStart(f"cannot listen on {host} port {port}.")


def end_tasks() -> None:
    """Let every task end. Without this CPython 3.11 crashes on exit while a socket is open."""
    loop = asyncio.get_event_loop()
    loop.run_until_complete(end_all(asyncio.all_tasks(loop)))
    loop.run_until_complete(loop.shutdown_default_executor())
