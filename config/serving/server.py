"""Runs daphne inside our own commands: start-up hook, periodic jobs, graceful shutdown."""

from __future__ import annotations

# before anything that uses a Twisted reactor
from config.serving.daphne_server import DaphneServer  # isort: skip

import asyncio
import errno
import gc
import socket
from collections.abc import Callable, Sequence

from django.conf import settings

from accounts.registry import Job
from config.asgi import application
from config.errors import CannotStart
from config.serving.periodic import tick
from games.websockets.drain import Drain, end_all

GC_THRESHOLDS = (50_000, 20, 50)
MOST_KNOCKING = 2048  # for all pages reconnecting at once; Twisted's 50 would drop most
HANDSHAKE_SECONDS = 20  # daphne's 5 would cut them off while they queue
LARGEST_FRAME_IN = 8192
LARGEST_MESSAGE = 1 << 20  # also limits what we send, and a table is sent whole


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


def run(
    host: str, port: int, announce: Callable[[str, int], None], jobs: Sequence[Job] = ()
) -> None:
    """Serve until told to stop. Calls `announce` once, with the listening address."""
    clock: list[asyncio.Task[None]] = []  # the loop keeps only weak references to tasks

    def ready() -> None:
        server.listen_to_signals()
        announce(*server.listening_addresses[0])
        clock.append(asyncio.get_event_loop().create_task(tick(jobs)))
        _freeze_loaded_objects()

    server = DaphneServer(
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


def _freeze_loaded_objects() -> None:
    """Exempt all objects loaded so far from collection, and collect the rest less often.

    With thousands of open sockets a full collection takes a tenth of a second and finds almost
    nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def end_tasks() -> None:
    """Cancel every task. Without this CPython 3.11 crashes on exit while a socket is open."""
    loop = asyncio.get_event_loop()
    loop.run_until_complete(end_all(asyncio.all_tasks(loop)))
    loop.run_until_complete(loop.shutdown_default_executor())
