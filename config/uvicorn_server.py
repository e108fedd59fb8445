"""uvicorn, run inside `serve` with what daphne gives us by default, for sites behind a proxy.

It holds back what a slow reader does not take, which daphne cannot. It ends in good order by
itself: requests are answered, sockets closed with 1012. It has no time limit for headers, so a
proxy must stand in front of it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence

import uvicorn
from django.conf import settings

from config.asgi import application
from config.clock import tick
from config.drain import DRAIN_SECONDS, Drain
from config.garbage import spare_what_lives_long
from config.hooks import Job

LARGEST_FRAME_IN = 8192


class Uvicorn(uvicorn.Server):
    """uvicorn's server: tells its address, ticks, and does not die of the signal that ended it."""

    def __init__(
        self,
        config: uvicorn.Config,
        drain: Drain,
        announce: Callable[[str, int], None],
        jobs: Sequence[Job],
    ) -> None:
        super().__init__(config)
        self.drain, self.announce, self.jobs = drain, announce, jobs
        self.clock: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the address once it listens, and begin to tick."""
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self.announce(host, port)
            self.clock = asyncio.create_task(tick(self.jobs))
            spare_what_lives_long()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Turn newcomers on kept connections away before all else."""
        self._captured_signals.clear()
        self.drain.begun = True
        await super().shutdown(sockets)
        if self.clock is not None:
            self.clock.cancel()
            await asyncio.gather(self.clock, return_exceptions=True)


def run(
    host: str, port: int, announce: Callable[[str, int], None], jobs: Sequence[Job] = ()
) -> None:
    """Serve until told to stop. `announce` is called once with the address that listens."""
    drain = Drain(application)
    config = uvicorn.Config(
        drain,
        host=host,
        port=port,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # Django reads what TRUSTED_PROXIES allows
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME_IN,
        ws_ping_interval=settings.PING_SECONDS,
        ws_ping_timeout=settings.PING_SECONDS,
        ws_per_message_deflate=False,  # a secret and others' words in one compressed stream
        timeout_graceful_shutdown=int(DRAIN_SECONDS),
    )
    asyncio.run(Uvicorn(config, drain, announce, jobs).serve())
