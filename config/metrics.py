"""Numbers for Prometheus, on a port of their own that no proxy passes on."""

from __future__ import annotations

from django.conf import settings
from prometheus_client import start_http_server

from config.errors import CannotStart
from games.matches.metrics import LATENESS, lateness


def serve_metrics() -> None:
    """Answer monitors on METRICS_PORT, if there is one, in a thread of its own.

    Raises CannotStart if the port is another's.
    """
    if settings.METRICS_PORT:
        _listen(settings.METRICS_HOST, settings.METRICS_PORT)
        LATENESS.set_function(lateness)


def _listen(host: str, port: int) -> None:
    try:
        start_http_server(port, addr=host)
    except OSError as error:
        raise CannotStart(
            f"METRICS_PORT={port} cannot be used ({error.strerror}): each process wants its own."
        ) from None
