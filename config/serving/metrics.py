"""Prometheus metrics, on a separate port that no proxy forwards."""

from __future__ import annotations

from django.conf import settings
from prometheus_client import start_http_server

from config.errors import CannotStart
from games.matches.metrics import LATENESS, lateness


def serve_metrics() -> None:
    """Serve metrics on METRICS_PORT, if set, in a separate thread.

    Raises CannotStart if the port is taken.
    """
    port = settings.METRICS_PORT
    if not port:
        return
    try:
        start_http_server(port, addr=settings.METRICS_HOST)
    except OSError as error:
        raise CannotStart(
            f"METRICS_PORT={port} cannot be used ({error.strerror}): each process wants its own."
        ) from None
    LATENESS.set_function(lateness)
