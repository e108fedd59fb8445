"""`manage.py serve`: the production server, configured by the environment."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from config import alive, collected, server
from config.errors import CannotStart
from config.hooks import periodic_jobs
from config.metrics import serve_metrics
from config.preload import read_templates

DURABLE = ("fsync", "full_page_writes", "synchronous_commit")


@contextmanager
def reached() -> Iterator[None]:
    """Raise CannotStart if the database does not answer."""
    try:
        yield
    except OperationalError as error:
        raise CannotStart(f"the database of DATABASE_URL does not answer ({error}).") from None


def check_deployed() -> None:
    """Raise CannotStart where a step of the deployment was left out."""
    if settings.STATIC_PACKED and not collected.is_up_to_date():
        where = settings.STATIC_ROOT
        raise CannotStart(f"{where} lacks static files of this version: run collectstatic first.")
    with reached():
        known = MigrationExecutor(connection)
    if known.migration_plan(known.loader.graph.leaf_nodes()):
        raise CannotStart("the database lacks what this version needs: run migrate first.")


def check_durability() -> None:
    """Raise CannotStart on a database that may forget a move it has acknowledged."""
    with reached(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = 'off'", [[*DURABLE]]
        )
        off = [name for (name,) in cursor.fetchall()]
    if off:
        raise CannotStart(f"the database runs with {', '.join(off)} off: a crash would lose moves.")


class Command(BaseCommand):
    """Serve, and nothing else: migrate and collectstatic are steps of a deployment."""

    help = "Serve the site, with clocks and bots. Run migrate and collectstatic first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-clock", action="store_true", help="leave clocks to `clock`")
        parser.add_argument("--uvicorn", action="store_true", help="instead of daphne")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CannotStart if the port is taken, the database is careless, out of reach or not
        up to date, static files are missing or of another version, or another process serves that
        would not hear of what happens here."""
        server.check_port(options["host"], options["port"])
        check_durability()
        check_deployed()
        read_templates()
        serve_metrics()
        jobs = [] if options["no_clock"] else periodic_jobs()
        with alive.announced("serve") as beat:
            run = self.uvicorn() if options["uvicorn"] else server.run
            run(options["host"], options["port"], self.announce, [beat, *jobs])

    def uvicorn(self) -> Callable[..., None]:
        """Return how to serve by uvicorn, which nobody else need have imported."""
        from config import uvicorn_server

        return uvicorn_server.run

    def announce(self, host: str, port: int) -> None:
        """Print the address."""
        self.stdout.write(f"Kibitz is ready: listening on http://{host}:{port} ({port})")
        self.stdout.flush()
