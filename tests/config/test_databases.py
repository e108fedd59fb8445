"""Connections to Postgres: a pool that finds a database again which was down for a while."""

from __future__ import annotations

import time

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg_pool import ConnectionPool, PoolTimeout

pytestmark = pytest.mark.django_db
OUTAGE = 8.0
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
