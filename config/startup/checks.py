"""Start-up checks that every deployment step was taken; each failure is one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from config.assets import packing
from config.errors import CannotStart

DURABLE = ("fsync", "full_page_writes", "synchronous_commit")


@contextmanager
def reached() -> Iterator[None]:
    """Raise CannotStart if the database does not answer."""
    try:
        yield
    except OperationalError as error:
        raise CannotStart(f"the database of DATABASE_URL does not answer ({error}).") from None


def check_durability() -> None:
    """Raise CannotStart if the database could lose a move it has acknowledged."""
    with reached(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = 'off'", [[*DURABLE]]
        )
        off = [name for (name,) in cursor.fetchall()]
    if off:
        raise CannotStart(f"the database runs with {', '.join(off)} off: a crash would lose moves.")


def check_collected() -> None:
    """Raise CannotStart if the static files are missing or of another version."""
    if settings.STATIC_PACKED and not packing.is_up_to_date():
        where = settings.STATIC_ROOT
        raise CannotStart(f"{where} lacks static files of this version: run collectstatic first.")


def check_migrated() -> None:
    """Raise CannotStart if migrations are missing; a database of a newer version is fine."""
    with reached():
        known = MigrationExecutor(connection)
    if known.migration_plan(known.loader.graph.leaf_nodes()):
        raise CannotStart("the database lacks what this version needs: run migrate first.")
