"""Leaving the test database: nobody else may still be in when it is taken down."""

from __future__ import annotations

from django.db import connection


def end_other_sessions() -> None:
    """End every session but our own: a server that has just stopped, threads of sockets."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )


def somebody_waits_for_us() -> bool:
    """Tell whether somebody waits for a lock that this connection holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])
