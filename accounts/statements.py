"""Statements that every action asks: written out, prepared, and sent together.

The ORM puts its own together anew each time and Postgres plans them anew, and every answer that is
waited for costs a switch between threads here and a process woken there. These are planned once for
each connection, and several go in one text: also with their transaction's BEGIN, which psycopg
would send alone, and its COMMIT. (psycopg's pipeline mode hands the GIL over at each statement.)

What is prepared belongs to a connection: a pool between us and Postgres must keep sessions whole.
"""

from __future__ import annotations

import re
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db import connection
from psycopg.pq import TransactionStatus

Rows = list[tuple[Any, ...]]
VALUE = re.compile(r"%\((\w+)\)s")


class Prepared:
    """A statement under a name of its own; its values are written as for a cursor: `%(name)s`."""

    def __init__(self, name: str, sql: str) -> None:
        values = list(dict.fromkeys(VALUE.findall(sql)))
        body = VALUE.sub(lambda found: f"${values.index(found[1]) + 1}", sql)
        self.prepare = f"PREPARE {name} AS {body}"
        given = ", ".join(f"%({value})s" for value in values)
        self.execute = f"EXECUTE {name} ({given})" if given else f"EXECUTE {name}"


_prepared: WeakKeyDictionary[psycopg.Connection[Any], set[Prepared]] = WeakKeyDictionary()
"""What has been prepared in each of this process's connections."""


def send_together(
    statements: list[Prepared], values: dict[str, Any], *, commits: bool = False
) -> list[Rows]:
    """Return the rows of each of the statements; each sees what was committed before it began.

    If one fails, its error is raised and none after it is carried out. With `commits`, they are
    what a transaction does last: its COMMIT goes along, and Django, which calls the `on_commit`
    hooks as ever, finds nothing left to commit. In a block within another it is the outer one's.
    """
    with connection.cursor() as cursor:
        _prepare(cursor, statements)
        texts = [statement.execute for statement in statements]
        if _is_to_begin():
            connection.connection.autocommit = True  # else psycopg begins by itself
            texts.insert(0, "BEGIN")
        if commits and not connection.savepoint_ids:
            texts.append("COMMIT")
        cursor.execute("; ".join(texts), values)
        return _answers(cursor)


def _prepare(cursor: Any, statements: list[Prepared]) -> None:
    known = _prepared.setdefault(connection.connection, set())
    for statement in statements:
        if statement not in known:
            cursor.execute(statement.prepare)
            known.add(statement)


def _is_to_begin() -> bool:
    """Tell whether Django has opened a transaction of which Postgres does not know yet."""
    status = connection.connection.info.transaction_status
    return connection.in_atomic_block and status == TransactionStatus.IDLE


def _answers(cursor: Any) -> list[Rows]:
    """Return the rows of each statement that gives any."""
    answers = []
    while True:
        if cursor.description:
            answers.append(cursor.fetchall())
        if not cursor.nextset():
            return answers
