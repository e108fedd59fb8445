"""The threads that ask the database for sockets: few, and none is lost with a connection."""

from __future__ import annotations

import asyncio
import threading

import pytest
from django.conf import settings
from django.db import DatabaseError, connection

from games.websockets.threads import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


def backend() -> int:
    """Return the process of the database that serves this thread."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


async def backend_of_each() -> set[int]:
    """Return the backends of all the threads, each asked once at the same time."""
    together = threading.Barrier(settings.SOCKET_THREADS, timeout=20)

    def ask() -> int:
        together.wait()
        return backend()

    return set(await asyncio.gather(*(in_thread(ask) for _ in range(settings.SOCKET_THREADS))))


async def test_each_thread_keeps_its_connection() -> None:
    first = await backend_of_each()
    assert len(first) == settings.SOCKET_THREADS
    assert await backend_of_each() == first


async def test_a_connection_that_the_server_ended_is_not_used() -> None:
    first = await backend_of_each()

    def end_them() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid, 20000) FROM unnest(%s::int[]) AS pid"
                " WHERE pid <> pg_backend_pid()",
                [sorted(first)],
            )

    await in_thread(end_them)
    assert len(first & await backend_of_each()) == 1  # that of the one who ended the others


async def test_what_goes_wrong_is_raised_where_it_is_waited_for_and_the_thread_goes_on() -> None:
    def wrong() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT no_such_thing")

    for _ in range(settings.SOCKET_THREADS + 1):
        with pytest.raises(DatabaseError):
            await in_thread(wrong)
    assert await in_thread(backend)
