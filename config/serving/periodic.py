"""Runs the apps' periodic jobs, in the server's event loop or in a separate process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog
from channels.db import database_sync_to_async

from accounts.registry import OVER, Job
from games.websockets.groups import notify_from_this_loop

logger = structlog.get_logger(__name__)
PAUSE_AFTER_ERROR = 5.0


async def tick(jobs: Sequence[Job]) -> None:
    """Run all jobs until cancelled, each at its own interval."""
    notify_from_this_loop()
    await asyncio.gather(*(_repeat(job) for job in jobs))


async def _repeat(job: Job) -> None:
    """Call a job until it returns OVER; log errors and carry on."""
    call = database_sync_to_async(job.call, thread_sensitive=False)
    while True:
        pause = job.seconds
        try:
            if await call() is OVER:
                return
        except Exception:
            logger.exception("periodic job failed", job=job.name)
            pause = max(pause, PAUSE_AFTER_ERROR)
        await asyncio.sleep(pause)
