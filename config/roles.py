"""Two roles of the database, where an operator has one of their own: one owns, the other serves.

The first migrates. The second may read and write rows, and of the logs only add them; it can alter
no table and drop no trigger, so whoever took over a process that serves could rewrite no history.
The embedded database has one role: whoever reaches that one is on this machine.
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
    """Let a role serve on the tables that are there now. Only who owns them can say so."""
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
    """Warn where the role that serves owns its tables; a database out of reach tells nothing."""
    once = connection.copy()
    once.settings_dict["OPTIONS"].pop("pool")  # which would go on knocking
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
