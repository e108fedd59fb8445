"""A TCP proxy on loopback that spreads, drops, delays, holds and cuts.

    python -m bench.faults.proxy --listen 9000 --to 8001 --to 8002 --drop-answers 0.3 --delay 0.2

In a program: `Proxy(ports)` and its methods. It stands for a reverse proxy (each connection goes
to the next server that answers) and for a bad line at the same time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
from collections.abc import Sequence

CHUNK = 1 << 16
HOST = "127.0.0.1"


class Proxy:
    """Forwards connections from `port` to one of `upstreams`, both on loopback."""

    def __init__(self, upstreams: Sequence[int], *, seed: int = 0) -> None:
        self.upstreams = list(upstreams)
        self.delay = 0.0
        self.drop_answers = 0.0
        self.dropped = 0
        self.port = 0
        self._dice = random.Random(seed)
        self._next = 0
        self._flows = asyncio.Event()
        self._flows.set()
        self._open = True
        self._pipes: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self, port: int = 0) -> None:
        """Listen; `port` 0 takes any."""
        self._server = await asyncio.start_server(self._serve, HOST, port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Cut everything and listen no more."""
        assert self._server is not None
        self._server.close()
        self.cut()

    def cut(self) -> None:
        """End every connection now, without a farewell."""
        for writer in list(self._pipes):
            writer.transport.abort()

    def close_line(self) -> None:
        """End every connection, and every new one, until `open_line`."""
        self._open = False
        self.cut()

    def open_line(self) -> None:
        """Take connections again."""
        self._open = True

    def hold(self) -> None:
        """Let nothing through and tell nobody, as a lost radio link does, until `release`."""
        self._flows.clear()

    def release(self) -> None:
        """Let everything through again, what was held too."""
        self._flows.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._pipes.add(writer)
        with contextlib.suppress(OSError, asyncio.CancelledError):  # either end may go at any time
            if self._open and (far := await self._connect()) is not None:
                await self._pipe(reader, writer, *far)
        self._pipes.discard(writer)
        writer.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        await self._flows.wait()
        for _ in self.upstreams:
            port = self.upstreams[self._next % len(self.upstreams)]
            self._next += 1
            with contextlib.suppress(OSError):
                return await asyncio.open_connection(HOST, port)
        return None

    async def _pipe(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        far_reader: asyncio.StreamReader,
        far_writer: asyncio.StreamWriter,
    ) -> None:
        self._pipes.add(far_writer)
        line = Line(self, writer, far_writer)
        try:
            up = asyncio.ensure_future(line.forward(reader))
            down = asyncio.ensure_future(line.answer(far_reader))
            _, rest = await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
            for task in rest:
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
        finally:
            self._pipes.discard(far_writer)
            far_writer.transport.abort()

    async def pause(self) -> None:
        """Wait as long as the line is slow or dead."""
        if self.delay:
            await asyncio.sleep(self.delay)
        await self._flows.wait()

    def loses_answer(self) -> bool:
        """Tell by chance whether an answer is to be lost."""
        lost = self._dice.random() < self.drop_answers
        self.dropped += lost
        return lost


class Line:
    """One connection through the proxy."""

    def __init__(self, proxy: Proxy, near: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        self.proxy, self.near, self.far = proxy, near, far
        self.acting = False

    async def forward(self, reader: asyncio.StreamReader) -> None:
        """Carry what the client says."""
        while data := await reader.read(CHUNK):
            await self.proxy.pause()
            self.acting = data.startswith(b"POST ") and b"/act " in data[:200]
            self.far.write(data)
            await self.far.drain()

    async def answer(self, reader: asyncio.StreamReader) -> None:
        """Carry what the server says, or end the connection in place of the answer to an action."""
        while data := await reader.read(CHUNK):
            await self.proxy.pause()
            if self.acting and self.proxy.loses_answer():
                return
            self.acting = False
            self.near.write(data)
            await self.near.drain()


async def _run(options: argparse.Namespace) -> None:
    proxy = Proxy(options.to)
    proxy.delay, proxy.drop_answers = options.delay, options.drop_answers
    await proxy.start(options.listen)
    print(f"listening on {HOST}:{proxy.port}, for {options.seconds:g} s", flush=True)
    deadline = asyncio.get_running_loop().time() + options.seconds
    while asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(options.cut_every or options.seconds)
        proxy.cut()
    await proxy.stop()


def main() -> None:
    """Run the proxy alone."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--listen", type=int, default=0)
    parser.add_argument("--to", type=int, action="append", required=True)
    parser.add_argument("--delay", type=float, default=0.0, help="seconds, each way")
    parser.add_argument("--drop-answers", type=float, default=0.0, help="share of answers to acts")
    parser.add_argument("--cut-every", type=float, default=0.0, help="seconds")
    parser.add_argument("--seconds", type=float, default=600.0)
    asyncio.run(_run(parser.parse_args()))


if __name__ == "__main__":
    main()
