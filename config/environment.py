"""Turns environment variables into settings, and refuses wrong ones at start-up in one line.

Must not import Django.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from environs import ValidationError, validate
from psycopg.pq import Conninfo

from config.errors import CannotStart

LOG_FORMAT = validate.OneOf(("json", "text"))
LOG_LEVEL = validate.OneOf(("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
SITE_URL = validate.Regexp(r"https?://.", error="It begins with https://.")
POSITIVE = validate.Range(min=0, min_inclusive=False)


def validate_hosts(names: list[str]) -> None:
    """Refuse what cannot be a Host header's name: a URL, or a name with a port."""
    for name in names:
        if "/" in name or name.rpartition(":")[2].isdigit():
            raise ValidationError(f"{name} is no name alone, such as cards.example.org.")


def secret_key(path: Path) -> str:
    """Read the secret key at `path`, creating it if missing. Only its owner may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(50))
        try:
            os.link(fresh, path)  # unlike rename, it never replaces another process's key
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()


def postgres(parsed: dict[str, Any]) -> dict[str, Any]:
    """Return the database settings parsed from a URL; refuse any but Postgres."""
    if parsed.get("ENGINE") != "django.db.backends.postgresql":
        raise CannotStart("DATABASE_URL must name a Postgres, as postgresql://…")
    return parsed


def pooled(
    database: Mapping[str, Any], *, most: int, lock_timeout: str, statement_timeout: str
) -> dict[str, Any]:
    """Return database settings with a pool of at most `most` connections per process.

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
        **database.get("OPTIONS", {}),
        "pool": {"min_size": 2, "max_size": most, "timeout": 5, "reconnect_timeout": 1},
        "options": " ".join(f"-c {name}={value}" for name, value in limits.items()),
    }
    # Under ASGI each request has a fresh thread, so the pool keeps the connections. It checks one
    # before handing it out: after a restart of Postgres each dead one would fail a request.
    lifetime = {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}
    return {**database, "OPTIONS": options, **lifetime, "TEST": {"NAME": "test_kibitz"}}


def role_of(database: Mapping[str, Any]) -> str:
    """Return the role that the settings connect as; by default libpq's, the system user."""
    defaults = {option.keyword: option.val for option in Conninfo.get_defaults()}
    return str(database.get("USER") or (defaults[b"user"] or b"").decode())


def mail(parsed: dict[str, Any]) -> dict[str, Any]:
    """Return the mail settings parsed from a URL; refuse one that sets nothing."""
    if "EMAIL_BACKEND" not in parsed:
        raise CannotStart(
            "EMAIL_URL must be as submission://user:password@mail.example.org:587, or not be there."
        )
    return parsed
