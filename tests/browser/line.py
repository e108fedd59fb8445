"""A bad line between a browser and the site: the proxy of bench/faults, in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from urllib.parse import urlsplit

from bench.faults.proxy import Proxy


class Line:
    """A proxy before a site; `url` is the site's address through it."""

    def __init__(self, site: str) -> None:
        port = urlsplit(site).port
        assert port is not None
        self.proxy = Proxy([port])
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self.proxy.start(), self._loop).result(10)

    @property
    def url(self) -> str:
        """By name, as the site itself is opened."""
        return f"http://localhost:{self.proxy.port}"

    def do(self, verb: Callable[[], None]) -> None:
        """Do something to the line, and return when it is done."""

        async def call() -> None:
            verb()

        asyncio.run_coroutine_threadsafe(call(), self._loop).result(10)

    def stop(self) -> None:
        """Cut everything, and end the thread when the last connection has ended."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _end(self) -> None:
        await self.proxy.stop()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=5)


@contextmanager
def bad_line(site: str) -> Iterator[Line]:
    """Put a line before `site`."""
    line = Line(site)
    try:
        yield line
    finally:
        line.stop()
