"""`manage.py play`: a whole site on this machine, in one command."""

from __future__ import annotations

import gc
import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection

from accounts.demo import NAMES, PASSWORD
from accounts.registry import Job, periodic_jobs
from config.serving import processes, server
from config.startup.demo import DemoSeeding

HOST = "127.0.0.1"  # the demo accounts have public passwords; `serve` is for the open network


class Command(BaseCommand):
    """Migrate, serve, and seed the demonstration meanwhile."""

    help = "Start the site on this machine, with its own database and demo accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Port and seeding."""
        parser.add_argument("--port", type=int, default=8000, help="0 takes any free port")
        parser.add_argument("--no-seed", action="store_true", help="add no demo accounts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the site; raises CannotStart if the port is taken or the site is already running."""
        self.seeded = not options["no_seed"]
        server.check_port(HOST, options["port"])
        if not connection.introspection.table_names():
            self.stdout.write("kibitz: first start: making the database (some seconds) …")
            self.stdout.flush()
        gc.disable()  # `migrate` creates thousands of models, and is a third faster so
        call_command("migrate", verbosity=0)
        gc.enable()
        jobs = periodic_jobs()
        if self.seeded:
            seeding = DemoSeeding(self.stdout)
            seeding.step()  # the log-ins
            jobs.append(Job("demonstration", seeding.step, 0.0))
        with processes.announced("play") as beat:
            server.run(HOST, options["port"], self.announce, [beat, *jobs])

    def announce(self, host: str, port: int) -> None:
        """Print the address, in the form that the tests look for, and the log-ins.

        Links in mails use this address too, unless SITE_URL is set.
        """
        if "SITE_URL" not in os.environ:
            settings.SITE_URL = f"http://localhost:{port}"
        self.stdout.write(f"Kibitz is ready: listening on http://{host}:{port} ({port})")
        self.stdout.write(f"  open        http://localhost:{port}/   (passkeys need this name)")
        if self.seeded:
            self.stdout.write(f"  log in as   {', '.join(NAMES)}   password {PASSWORD}")
        self.stdout.write("  stop with   Ctrl-C")
        self.stdout.flush()
