"""The threads that ask the database for sockets: they go on when whoever asked has gone."""

from __future__ import annotations

from threading import Barrier

from django.conf import settings

from games.websockets import threads

PATIENCE = 60


def workers_at_rest() -> None:
    """Wait until all that was begun in these threads is done."""
    together = Barrier(settings.SOCKET_THREADS)
    waits = [
        threads._threads.submit(together.wait, PATIENCE) for _ in range(settings.SOCKET_THREADS)
    ]
    for one in waits:
        one.result()
