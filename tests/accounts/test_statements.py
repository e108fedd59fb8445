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


def add(n, **how):
    return send_together([ADD, COUNT], {"n": n, "most": 99}, **how)


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


def test_begin_and_commit_go_along():
    add(1)
    with CaptureQueriesContext(connection) as queries, transaction.atomic():
        assert send_together([COUNT], {"most": 99}) == [[(1,)]]
        assert count_elsewhere() == 1
        add(2)
        assert count_elsewhere() == 1
        add(3, commits=True)
        assert count_elsewhere() == 3
    assert [query["sql"] for query in queries.captured_queries] == [
        "BEGIN",  # Django's word, of which Postgres hears with the first statement
        "BEGIN; EXECUTE try_count (99)",
        "EXECUTE try_add (2); EXECUTE try_count (99)",
        "EXECUTE try_add (3); EXECUTE try_count (99); COMMIT",
        "COMMIT",  # likewise: nothing is left to commit
    ]


def test_hooks_are_called_once_django_knows_that_it_is_committed():
    called = []
    with transaction.atomic():
        transaction.on_commit(lambda: called.append(count_elsewhere()))
        add(1, commits=True)
        assert not called
    assert called == [1]


@transaction.atomic
def act(n, between=lambda: None, called=lambda: None):
    """Do as an action does: ask, think, then write and commit."""
    transaction.on_commit(called)
    count()
    between()
    add(n, commits=True)


@transaction.atomic
def act_and_fail():
    """Do more than that in a block around it, which comes to nothing."""
    act(1)
    assert count_elsewhere() == 0
    raise ZeroDivisionError


def fail():
    raise ZeroDivisionError


def test_what_is_refused_at_once_or_at_the_commit_leaves_nothing_behind():
    called = []
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO tried (one, other) VALUES (1, 2)")
    for n in (1, 2):  # the one is refused at once, the other when it is committed
        with pytest.raises(IntegrityError):
            act(n, called=lambda: called.append("never"))
        assert count_elsewhere() == count() == 1
    assert not called
    act(3)
    assert count_elsewhere() == 2


def test_within_another_block_nothing_is_committed():
    with pytest.raises(ZeroDivisionError):
        act_and_fail()
    assert count() == 0


def test_what_fails_between_is_rolled_back():
    with pytest.raises(ZeroDivisionError):
        act(1, between=fail)
    assert count() == 0


def test_a_connection_that_is_cut_off_between_is_an_error_and_the_next_one_serves():
    with pytest.raises(OperationalError):
        act(1, between=cut_off)
    assert count() == 0
    act(1)
    assert count_elsewhere() == 1


def cut_off():
    """Let Postgres end this connection, as when it is restarted."""
    with connection.copy().temporary_connection() as cursor:
        pid = connection.connection.info.backend_pid
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
