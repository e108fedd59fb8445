"""Metrics of live play for monitoring: counts and times, never who or what."""

from __future__ import annotations

from django.db import connection
from prometheus_client import Counter, Gauge, Histogram

from games.matches.clock import GRACE

ACTIONS = Histogram(
    "kibitz_action_seconds",
    "From a posted action to its acknowledgement, which means committed.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
NOTIFICATIONS = Counter("kibitz_doorbells", "Notifications sent to pages after a commit.")
SOCKETS = Gauge("kibitz_sockets", "Open sockets of this process.")
LATENESS = Gauge("kibitz_sweeper_lateness_seconds", "How long the oldest missed deadline waits.")

OLDEST = """
    SELECT coalesce(max(extract(epoch FROM now - deadline_at)), 0)::float
    FROM matches_match, (SELECT statement_timestamp() - make_interval(secs => %s) AS now) AS clock
    WHERE due_from <= now AND deadline_at <= now AND (retry_at IS NULL OR retry_at <= now)
"""


def lateness() -> float:
    """Return how many seconds the sweeper is late; computed on each scrape."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(OLDEST, [GRACE.total_seconds()])
            late: float = cursor.fetchone()[0]
    finally:
        connection.close()  # the scraping thread must not keep its connection
    return late
