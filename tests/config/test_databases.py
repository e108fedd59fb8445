"""Connections to Postgres: a pool that finds a database again which was down for a while."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections
from psycopg_pool import ConnectionPool, PoolTimeout

from tests.support.database import end_other_sessions

pytestmark = pytest.mark.django_db
OUTAGE = 8.0
READERS = 4
SOON = 4.0  # by itself the pool would knock after 1, 3, 7 and 15 seconds


def test_a_database_that_was_down_is_found_again_at_once():
    options = settings.DATABASES["default"]["OPTIONS"]["pool"]
    way = connection.get_connection_params()
    with ConnectionPool(kwargs={**way, "dbname": "gone"}, **{**options, "timeout": 0.2}) as pool:
        gone_until = time.monotonic() + OUTAGE
        while time.monotonic() < gone_until:
            with pytest.raises(PoolTimeout):
                pool.getconn()
        pool.kwargs = way
        with pool.connection(timeout=SOON) as line:
            assert line.info.transaction_status is psycopg.pq.TransactionStatus.IDLE


def test_nobody_is_given_a_connection_that_ended_while_nobody_used_it():
    together = Barrier(READERS)

    def read(_: int, *, at_once: bool) -> int:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
                if at_once:
                    together.wait(60)  # so that each of them has a connection of its own
                return int(cursor.fetchone()[0])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(READERS) as threads:
        list(threads.map(partial(read, at_once=True), range(READERS)))
        end_other_sessions()  # as when Postgres is restarted
        said = [threads.submit(read, one, at_once=False).result() for one in range(READERS)]
    assert said == [1] * READERS
