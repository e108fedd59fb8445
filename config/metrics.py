"""Numbers for Prometheus, on a port of their own that no proxy passes on."""

from __future__ import annotations

from django.conf import settings
from prometheus_client import start_http_server

from games.matches.metrics import LATENESS, lateness


def serve_metrics() -> None:
    """Answer monitors on METRICS_PORT, if there is one, in a thread of its own."""
    if settings.METRICS_PORT:
        LATENESS.set_function(lateness)
        start_http_server(settings.METRICS_PORT, addr=settings.METRICS_HOST)
