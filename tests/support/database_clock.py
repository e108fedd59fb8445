"""A database clock that stands, and is moved by hand, for tests of what happens to the microsecond.

Inside the test's transaction a schema goes before Postgres's own; its functions of the same names
tell the time that the test has set. What is tested asks the database as ever.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection

STAND = """
    CREATE SCHEMA standing;
    CREATE FUNCTION standing.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
        AS $$ SELECT current_setting('standing.now')::timestamptz $$;
    CREATE FUNCTION standing.statement_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
        AS $$ SELECT current_setting('standing.now')::timestamptz $$;
    SET LOCAL search_path = standing, pg_catalog, public;
"""


class StandingClock:
    """The database's clock until the test's transaction ends."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            self.now: datetime = cursor.fetchone()[0]
            self.set(self.now)
            cursor.execute(STAND)

    def set(self, now: datetime) -> None:
        """Let it be that time."""
        self.now = now
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('standing.now', %s, true)", [now.isoformat()])

    def move(self, by: timedelta) -> None:
        """Let so much time pass."""
        self.set(self.now + by)
