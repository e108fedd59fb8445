"""Refuses to start a process that another's messages would not reach: `refuse_the_unheard`."""

from __future__ import annotations

import hashlib
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.db import connection
from django.db.utils import DatabaseError

from accounts.registry import Job
from config.errors import CannotStart
from games.matches.models import Server
from games.matches.services.outage import outage_credit
from games.matches.services.servers import (
    server_beat,
    server_enter,
    server_leave,
    servers_unheard,
)

BEAT_SECONDS = 1.0
LOOK_SECONDS = 4.0  # a running process beats several times in that time
LOOK_EVERY = 0.25


@contextmanager
def announced(role: str, *, serves: bool = True) -> Iterator[Job]:
    """Register this process as running; yield the job that sends its heartbeat.

    The heartbeat of a process that serves also keeps match clocks running; without one they stop.

    Raises CannotStart if another running process does not share this one's messages.
    """
    name = f"{role} {socket.gethostname()} {os.getpid()}"
    server = server_enter(name=name, doorbell=channel_layer_id())
    try:
        if not settings.ALLOW_UNHEARD:
            refuse_the_unheard(server)
        if not connection.in_atomic_block:  # as in tests
            connection.close()  # this thread needs it no longer
        yield Job("server beat", lambda: _beat(server, serves), BEAT_SECONDS)
    finally:
        with suppress(DatabaseError):  # its loss may be why we exit; the row expires anyway
            server_leave(server)


def _beat(server: Server, serves: bool) -> None:
    server_beat(server)
    if serves:
        outage_credit()


def channel_layer_id() -> str:
    """Return an id of this process's channel layer: the same for the same Redis."""
    url = settings.REDIS_URL
    return hashlib.sha256(url.encode()).hexdigest() if url else ""


def refuse_the_unheard(server: Server) -> None:
    """Raise CannotStart if a process with another channel layer sends a heartbeat meanwhile.

    A process restarted after a kill finds its own old row, waits, and starts.
    """
    first = {other.pk: other.seen_at for other in servers_unheard(server)}
    deadline = time.monotonic() + LOOK_SECONDS
    while first and time.monotonic() < deadline:
        time.sleep(LOOK_EVERY)
        server_beat(server)
        for other in servers_unheard(server):
            if other.seen_at > first.setdefault(other.pk, other.seen_at):
                raise CannotStart(_why_not(other))


def _why_not(other: Server) -> str:
    if settings.REDIS_URL:
        return (
            f"another process ({other}) works on this database with another REDIS_URL or none. "
            "Moves made there would not reach the pages served here: give all the same."
        )
    return (
        f"another process ({other}) works on this database. Without REDIS_URL neither hears of "
        "the other's moves: set the same for both, or stop that one."
    )
