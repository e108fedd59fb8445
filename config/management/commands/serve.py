"""`manage.py serve`: the production server, configured by the environment."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from accounts.registry import periodic_jobs
from config.serving import processes, server
from config.serving.metrics import serve_metrics
from config.startup.checks import check_collected, check_durability, check_migrated
from config.startup.preload import read_all


class Command(BaseCommand):
    """Serve only: migrate and collectstatic are deployment steps."""

    help = "Serve the site, with clocks and bots. Run migrate and collectstatic first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-clock", action="store_true", help="leave clocks to `clock`")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the server; raises CannotStart if the port is taken, the database is not durable, out
        of reach or not up to date, static files are missing or of another version, or another
        process serves that would not receive this one's notifications."""
        server.check_port(options["host"], options["port"])
        check_durability()
        check_collected()
        check_migrated()
        read_all()
        serve_metrics()
        jobs = [] if options["no_clock"] else periodic_jobs()
        with processes.announced("serve") as beat:
            server.run(options["host"], options["port"], self.announce, [beat, *jobs])

    def announce(self, host: str, port: int) -> None:
        """Print the address."""
        self.stdout.write(f"Kibitz is ready: listening on http://{host}:{port} ({port})")
        self.stdout.flush()
