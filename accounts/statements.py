"""Hot-path SQL, prepared once per connection and sent in batches.

The ORM builds its SQL, and Postgres plans it, on every call; every round trip costs a thread switch
here and a process wake-up there. These statements are planned once per connection, and several go
in one query string. (psycopg's pipeline mode releases the GIL at each statement.)

Prepared statements belong to a connection, so an external pooler must work in session mode.
"""

from __future__ import annotations

import re
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db import connection

Rows = list[tuple[Any, ...]]
VALUE = re.compile(r"%\((\w+)\)s")


class Prepared:
    """A named statement; its parameters are written as for a cursor: `%(name)s`."""

    def __init__(self, name: str, sql: str) -> None:
        values = list(dict.fromkeys(VALUE.findall(sql)))
        body = VALUE.sub(lambda found: f"${values.index(found[1]) + 1}", sql)
        self.prepare = f"PREPARE {name} AS {body}"
        given = ", ".join(f"%({value})s" for value in values)
        self.execute = f"EXECUTE {name} ({given})" if given else f"EXECUTE {name}"


_prepared: WeakKeyDictionary[psycopg.Connection[Any], set[Prepared]] = WeakKeyDictionary()
"""The statements prepared in each of this process's connections."""


def send_together(statements: list[Prepared], values: dict[str, Any]) -> list[Rows]:
    """Return the rows of each statement; each sees what was committed before it began.

    If one fails, its error is raised, the rest do not run and, outside a transaction, none has any
    effect.
    """
    with connection.cursor() as cursor:
        _prepare(cursor, statements)
        cursor.execute("; ".join(statement.execute for statement in statements), values)
        return _answers(cursor)


def _prepare(cursor: Any, statements: list[Prepared]) -> None:
    known = _prepared.setdefault(connection.connection, set())
    for statement in statements:
        if statement not in known:
            cursor.execute(statement.prepare)
            known.add(statement)


def _answers(cursor: Any) -> list[Rows]:
    """Return the rows of each statement that returns any."""
    answers = []
    while True:
        if cursor.description:
            answers.append(cursor.fetchall())
        if not cursor.nextset():
            return answers
