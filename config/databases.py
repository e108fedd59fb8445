"""How this site connects to Postgres: pooled, and with limits. Must not import Django."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from psycopg.pq import Conninfo


def pooled(
    told: Mapping[str, Any], *, most: int, lock_timeout: str, statement_timeout: str
) -> dict[str, Any]:
    """Return the database `told` by its address, with at most so many connections a process.

    A forgotten transaction or a queue behind one row must not freeze a table for good. What is
    prepared is planned once (`accounts/statements.py`). By itself the pool knocks ever more seldom
    while Postgres is down, and after a minute finds it back a minute late; so it gives up soon, and
    knocks anew for whoever asks for a connection.
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
    # under ASGI each request has a fresh thread: the pool keeps the connections
    # … and asks whether one lives before handing it out: after Postgres was restarted each dead one
    # would cost somebody an answer
    kept = {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}
    return {**told, "OPTIONS": options, **kept, "TEST": {"NAME": "test_kibitz"}}


def role_of(told: Mapping[str, Any]) -> str:
    """Return the role that a database's address leads to; without a name it is called as we are."""
    own = {word.keyword: word.val for word in Conninfo.get_defaults()}[b"user"]
    return str(told.get("USER") or (own or b"").decode())
