"""`manage.py serve`: the production server, configured by the environment."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config import server


class Command(BaseCommand):
    """Serve, and nothing else: migrate and collectstatic are steps of a deployment."""

    help = "Serve the site (daphne, with clocks and bots). Run migrate and collectstatic first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CannotStart if the port is taken."""
        server.check_port(options["host"], options["port"])
        server.run(options["host"], options["port"], self.announce)

    def announce(self, host: str, port: int) -> None:
        """Print the address."""
        self.stdout.write(f"Kibitz is ready: listening on http://{host}:{port} ({port})")
        self.stdout.flush()
