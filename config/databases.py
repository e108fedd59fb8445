"""Postgres connection settings: pooling and timeouts. Must not import Django."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from psycopg.pq import Conninfo


def pooled(
    told: Mapping[str, Any], *, most: int, lock_timeout: str, statement_timeout: str
) -> dict[str, Any]:
    """Return the database settings `told` with a pool of at most `most` connections per process.

    The timeouts keep a forgotten transaction or a queue for one row from freezing a table for good.
    Prepared statements get one generic plan (`accounts/statements.py`). While Postgres is down, the
    pool would back off up to a minute and notice its return that much later; so it gives up soon,
    and tries again when somebody asks for a connection.
    """
    limits = {
        "lock_timeout": lock_timeout,
        "statement_timeout": statement_timeout,
        "idle_in_transaction_session_timeout": "10s",
        "plan_cache_mode": "force_generic_plan",
    }
    options = {
        **told.get("OPTIONS", {}),
        "pool": {"min_size": 2, "max_size": most, "timeout": 5, "reconnect_timeout": 1},
        "options": " ".join(f"-c {name}={value}" for name, value in limits.items()),
    }
    # Under ASGI each request has a fresh thread, so the pool keeps the connections. It checks one
    # before handing it out: after a restart of Postgres each dead one would fail a request.
    kept = {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}
    return {**told, "OPTIONS": options, **kept, "TEST": {"NAME": "test_kibitz"}}


def role_of(told: Mapping[str, Any]) -> str:
    """Return the role that the settings connect as; by default libpq's, the system user."""
    own = {word.keyword: word.val for word in Conninfo.get_defaults()}[b"user"]
    return str(told.get("USER") or (own or b"").decode())
