"""Two database roles, for an operator's own Postgres: one owns the tables, the other serves.

The owner migrates. The serving role may read and write rows, but only append to the logs; it cannot
alter tables or drop triggers, so an attacker in a serving process could not rewrite history. The
embedded database has one role: access to it requires this machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DatabaseError, connection, transaction
from psycopg.sql import SQL, Composed, Identifier

TABLES = """
    SELECT c.oid::regclass::text, EXISTS (
        SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'append_only_rows'
    )
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
"""
OWNS = """
    SELECT EXISTS (SELECT FROM pg_class WHERE relkind = 'r' AND pg_has_role(relowner, 'USAGE')
    AND relnamespace = current_schema()::regnamespace)
"""


def serving_allow(role: str) -> None:
    """Grant a role what serving needs on the existing tables. Run as their owner."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(TABLES)
        tables = cursor.fetchall()
        for statement in _grants(Identifier(role), tables):
            cursor.execute(statement)


def _grants(role: Identifier, tables: Sequence[tuple[str, bool]]) -> list[Composed]:
    grants = [SQL("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}").format(role)]
    for name, is_log in tables:
        may = SQL("SELECT, INSERT" if is_log else "SELECT, INSERT, UPDATE, DELETE")
        grants.append(SQL("REVOKE ALL ON {} FROM {}").format(SQL(name), role))
        grants.append(SQL("GRANT {} ON {} TO {}").format(may, SQL(name), role))
    return grants


@register(Tags.security, deploy=True)
def check_owner(**_: Any) -> list[CheckMessage]:
    """Warn if the serving role owns its tables; skip the check if the database is out of reach."""
    once = connection.copy()
    once.settings_dict["OPTIONS"].pop("pool")  # it would keep trying to connect
    try:
        with once.cursor() as cursor:
            cursor.execute(OWNS)
            [owns] = cursor.fetchone()
    except DatabaseError:
        return []
    finally:
        once.close()
    told = "The role of DATABASE_URL owns its tables: it could drop what keeps the logs unchanged."
    hint = "Let another own them: DATABASE_OWNER_URL in docs/operating.md."
    return [Warning(told, hint=hint, id="kibitz.W001")] if owns else []
