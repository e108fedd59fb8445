"""Statements that are sent together: one wait, and a transaction that is whole or nothing."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.statements import Prepared, send_together

pytestmark = pytest.mark.django_db(transaction=True)
ADD = Prepared("try_add", "INSERT INTO tried (one, other) VALUES (%(n)s, %(n)s)")
COUNT = Prepared("try_count", "SELECT count(*) FROM tried WHERE one <= %(most)s")


@pytest.fixture(autouse=True)
def tried(db):
    """A table of our own, which takes a number once and looks at `other` only at the commit."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE tried (one int UNIQUE, other int UNIQUE DEFERRABLE INITIALLY DEFERRED)"
        )
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE tried")


def add(n):
    return send_together([ADD, COUNT], {"n": n, "most": 99})


def count():
    return send_together([COUNT], {"most": 99})[0][0][0]


def count_elsewhere():
    """Ask by another connection, which sees only what was committed."""
    with connection.copy().temporary_connection() as cursor:
        cursor.execute("SELECT count(*) FROM tried")
        return cursor.fetchone()[0]


def test_each_statement_that_gives_rows_is_answered_and_sees_those_before_it():
    assert add(1) == [[(1,)]]
    assert send_together([COUNT, COUNT], {"most": 0}) == [[(0,)], [(0,)]]


def test_a_statement_is_prepared_once_for_each_connection():
    one = Prepared("try_once", "SELECT 1")
    with CaptureQueriesContext(connection) as queries:
        assert [send_together([one], {}) for _ in range(2)] == [[[(1,)]], [[(1,)]]]
    assert [query["sql"] for query in queries.captured_queries] == [
        "PREPARE try_once AS SELECT 1",
        "EXECUTE try_once",
        "EXECUTE try_once",
    ]


def test_outside_a_transaction_they_are_one_and_committed_at_once():
    add(1)
    assert count_elsewhere() == 1
    with pytest.raises(IntegrityError):
        send_together([COUNT, ADD, ADD], {"n": 2, "most": 99})
    assert count_elsewhere() == count() == 1


def test_what_fails_only_at_the_commit_leaves_nothing_behind():
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO tried (one, other) VALUES (1, 2)")
    with pytest.raises(IntegrityError):
        add(2)
    assert count_elsewhere() == count() == 1


def test_within_a_transaction_that_one_decides():
    with transaction.atomic():
        add(1)
        assert count_elsewhere() == 0
        transaction.set_rollback(True)
    assert count() == 0


def test_a_connection_that_is_cut_off_is_an_error_and_the_next_one_serves():
    count()
    cut_off()
    with pytest.raises(OperationalError):
        add(1)
    connection.close()  # as at the end of a request
    assert count() == 0
    add(1)
    assert count_elsewhere() == 1


def cut_off():
    """Let Postgres end this connection, as when it is restarted."""
    with connection.copy().temporary_connection() as cursor:
        pid = connection.connection.info.backend_pid
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
