"""Who is in the test database: nobody else may be when it is taken down, or while it is gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connection

END_OTHERS = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND backend_type = 'client backend'
"""


ROWS_STAY = "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'append_only_rows'"


def sql_flush(_style: object, tables: list[str], **_options: bool) -> list[str]:
    """Return the SQL that empties the tables after a transactional test, in Django's place.

    Few tables have rows, and to truncate all takes longer than most tests. Foreign keys are checked
    at the end of the transaction, so the order does not matter.
    """
    found = " UNION ALL ".join(f"SELECT '{t}' WHERE EXISTS (SELECT FROM {t})" for t in tables)
    with connection.cursor() as cursor:
        cursor.execute(ROWS_STAY)
        logs = {name for (name,) in cursor.fetchall()}
        cursor.execute(found)
        used = [name for (name,) in cursor.fetchall()]
    return [f"TRUNCATE {name}" if name in logs else f"DELETE FROM {name}" for name in used]


def end_other_sessions() -> None:
    """End every session but our own: a server that has just stopped, threads of sockets."""
    with connection.cursor() as cursor:
        cursor.execute(END_OTHERS)


@contextmanager
def impatient() -> Iterator[None]:
    """Let this connection give up a lock after 0.1 s, in place of the tests' own patience."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
        try:
            yield
        finally:
            cursor.execute("RESET lock_timeout")


def somebody_waits_for_us() -> bool:
    """Tell whether somebody waits for a lock that this connection holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])


def how_many_wait() -> int:
    """Return how many connections wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
        return int(cursor.fetchone()[0])


@contextmanager
def database_gone() -> Iterator[None]:
    """Let every connection end but this thread's own, and none come about, as with a Postgres
    that is down for a while.
    """
    pool = connection.pool
    way, patience = pool.kwargs, pool.timeout
    pool.kwargs, pool.timeout = {**way, "dbname": "gone"}, 0.1
    own = connection.connection.info.backend_pid if connection.connection else 0
    with psycopg.connect(**way) as line:
        line.execute(END_OTHERS + f" AND pid <> {own}")
    try:
        yield
    finally:
        pool.kwargs, pool.timeout = way, patience
