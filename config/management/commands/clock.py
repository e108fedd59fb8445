"""`manage.py clock`: the periodic jobs in their own process, for sites with several servers."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from accounts.registry import Job, periodic_jobs
from config.errors import CannotStart
from config.serving import processes
from config.serving.metrics import serve_metrics
from config.serving.periodic import tick
from config.startup.checks import check_migrated
from config.startup.preload import read_all


class Command(BaseCommand):
    """Clocks, bots and stale tables, without a server."""

    help = "Run clocks and bots in a process of their own; `serve --no-clock` then leaves them out."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the jobs; raises CannotStart without Redis, since notifications would not reach the
        sockets, or if the database is out of reach or not up to date."""
        if not settings.REDIS_URL:
            raise CannotStart("a clock apart needs REDIS_URL, or no socket hears of what it does.")
        check_migrated()
        read_all()
        serve_metrics()
        with processes.announced("clock", serves=False) as beat:
            asyncio.run(self.run([beat, *periodic_jobs()]))

    async def run(self, jobs: list[Job]) -> None:
        """Run the jobs until told to stop."""
        clock = asyncio.ensure_future(tick(jobs))
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, clock.cancel)
        self.stdout.write("clock is running")
        self.stdout.flush()
        with contextlib.suppress(asyncio.CancelledError):
            await clock
