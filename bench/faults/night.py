"""A long night: a swarm plays on a site that is broken again and again; then the books are checked.

    python -m bench.faults.night --processes 3 --minutes 10

Starts a site of its own (a careful Postgres, Redis, server processes in
turn, a proxy for players and one for viewers), breaks each part in turn, mends it, and at the end
runs `logcheck` and prints how soon viewers were back. Ends with status 1 if anything was lost, or
if somebody was back later than promised. Needs redis-server; everything is on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.faults.chaos import strike
from bench.faults.figures import lateness, percentile, reconvergence, summary
from bench.faults.journal import Journal, read_journal
from bench.faults.proxy import Proxy
from bench.faults.site import Program, Site
from bench.faults.swarm import Orders, Swarm

BACK_SECONDS = 15.0
USUALLY_BACK_SECONDS = 5.0
KILLS = ("kill9 server", "kill9 postgres", "kill9 redis")
OTHERS = (
    "freeze server", "freeze redis", "flush redis", "term server",
    "cut viewers 1 s", "cut viewers 5 s", "hold viewers 5 s", "lose answers 5 s",
)  # fmt: skip


@dataclass
class Night:
    """A site, its swarm, and what is done to it."""

    site: Site
    journal: Journal
    matches: int
    think: float
    dice: random.Random = field(default_factory=lambda: random.Random(7))

    async def spend(self, faults: Sequence[str], pause: float) -> None:
        """Let the swarm play, and do one fault after another with pauses between."""
        self.players, self.viewers = Proxy(self.site.ports), Proxy(self.site.ports, seed=1)
        await self.players.start()
        await self.viewers.start()
        base = f"http://127.0.0.1:{self.players.port}"
        orders = Orders(base, f"ws://127.0.0.1:{self.viewers.port}", self.matches, self.think)
        swarm = Swarm(orders, self.journal)
        playing = asyncio.ensure_future(swarm.run())
        try:
            await self._all_play(swarm, playing)
            await asyncio.sleep(2 * pause)
            for fault in faults:
                await self._break(fault)
                await self._rest(playing, pause)
        finally:
            swarm.stop()
            await playing
            await self.players.stop()
            await self.viewers.stop()

    async def _all_play(self, swarm: Swarm, playing: asyncio.Future[None]) -> None:
        all_play = asyncio.ensure_future(swarm.all_play.wait())
        await asyncio.wait({all_play, playing}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            playing.result()  # it has an error to tell

    async def _rest(self, playing: asyncio.Future[None], pause: float) -> None:
        done, _ = await asyncio.wait({playing}, timeout=pause)
        if done:
            playing.result()  # a swarm that ends by itself has an error to tell

    async def _break(self, fault: str) -> None:
        """Do one fault and note when it began and when it was mended."""
        begin = time.monotonic()
        await self._verb(fault)()
        self.journal.note("fault", what=fault, begin=begin, end=time.monotonic())
        print(f"{fault}: mended after {time.monotonic() - begin:.1f} s", flush=True)

    def _verb(self, fault: str) -> Callable[[], Awaitable[None]]:
        what, where, *more = fault.split()
        seconds = float(more[0]) if more else 3.0
        if where == "disk":
            return lambda: self._fill_disk(seconds)
        if where == "viewers":
            return lambda: self._viewers(what, seconds)
        if where == "answers":
            return lambda: self._answers(seconds)
        if what == "away":
            return lambda: self._kill_postgres(seconds)
        if what == "freeze":
            return lambda: self._freeze(self._pid(where), seconds)
        return {
            "kill9 server": lambda: self._end_server(signal.SIGKILL),
            "term server": lambda: self._end_server(signal.SIGTERM),
            "kill9 postgres": self._kill_postgres,
            "kill9 redis": self._kill_redis,
            "flush redis": self._flush_redis,
        }[fault]

    def _pid(self, where: str) -> int:
        return self.site.redis.pid if where == "redis" else self.dice.choice(self.site.servers).pid

    async def _end_server(self, number: int) -> None:
        server: Program = self.dice.choice(self.site.servers)
        status = await asyncio.to_thread(server.end, number)
        server.ends.append(status)
        assert status in (-signal.SIGKILL, 0), f"{server.name} ended with {status}"
        server.start()
        await asyncio.to_thread(self.site.wait_up, server)

    async def _kill_postgres(self, seconds: float = 0.0) -> None:
        strike("kill9", self.site.postgres_pid)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(self.site.mend_postgres)
        for server in self.site.servers:
            await asyncio.to_thread(self.site.wait_up, server)

    async def _kill_redis(self) -> None:
        await asyncio.to_thread(self.site.redis.end, signal.SIGKILL)
        await asyncio.sleep(3.0)
        self.site.redis.start()
        await asyncio.to_thread(self.site.wait_up, self.site.redis)

    async def _flush_redis(self) -> None:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.site.redis_path))
            line.sendall(b"FLUSHALL\r\n")
            line.recv(16)

    async def _freeze(self, pid: int, seconds: float) -> None:
        strike("stop", pid)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(pid, signal.SIGCONT)

    async def _viewers(self, what: str, seconds: float) -> None:
        """Cut: connections end, new ones are refused. Hold: nothing gets through, nobody knows."""
        begin, end = {
            "cut": (self.viewers.close_line, self.viewers.open_line),
            "hold": (self.viewers.hold, self.viewers.release),
        }[what]
        begin()
        await asyncio.sleep(seconds)
        end()

    async def _fill_disk(self, seconds: float) -> None:
        """Leave Postgres no room at all, and then room again. Needs `--disk`."""
        ballast = self.site.folder / "postgres" / "ballast"
        with ballast.open("wb") as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(1 << 16))
                file.flush()
        await asyncio.sleep(seconds)
        ballast.unlink()
        await asyncio.to_thread(self.site.mend_postgres)  # it stops itself where it cannot write
        for server in self.site.servers:
            await asyncio.to_thread(self.site.wait_up, server)

    async def _answers(self, seconds: float) -> None:
        self.players.drop_answers = 0.3
        await asyncio.sleep(seconds)
        self.players.drop_answers = 0.0


def report(path: Path, strict: bool) -> list[str]:
    """Print the figures of a journal; return which promises were not kept.

    Without `strict` (a test on a busy machine) nobody need be back within 5 s, but all must be.
    """
    lines = list(read_journal(path))
    broken = []
    for what, seconds in sorted(reconvergence(lines).items()):
        count = sum(line["op"] == "fault" and line["what"] == what for line in lines)
        print(f"back after {what} ({count} times): {summary(seconds)}")
        usual = percentile(seconds, 0.95)
        late = max(seconds) > BACK_SECONDS or usual > USUALLY_BACK_SECONDS
        if (strict and late) or max(seconds) == float("inf"):
            broken.append(f"{what}: somebody was back only after {max(seconds):.1f} s")
    print(f"acknowledged to shown, faults included: {summary(lateness(lines))}")
    unknown = Counter(str(line["why"]) for line in lines if line["op"] == "unknown")
    print(f"answers that never came, or were 5xx: {unknown.total()} {dict(unknown)}")
    return broken


def check_books(site: Site, path: Path | None) -> bool:
    """Run `logcheck` on the site's database; tell whether it found nothing."""
    command = [sys.executable, "-m", "bench.faults.logcheck"]
    command += ["--journal", str(path)] if path else []
    return subprocess.run(command, env=site.env(), check=False).returncode == 0


def run(
    folder: Path,
    processes: int,
    matches: int,
    faults: Sequence[str],
    *,
    pause: float,
    think: float,
    strict: bool = True,
) -> list[str]:
    """Spend a night in `folder`; return what went wrong."""
    path = folder / "swarm.jsonl"
    site = Site(folder, processes)
    with site.running(people=matches * 2):
        journal = Journal(path)
        asyncio.run(Night(site, journal, matches, think).spend(faults, pause))
        journal.close()
        for server in site.servers:
            server.ends.append(server.end())
        wrong = report(path, strict)
        if not check_books(site, path):
            wrong.append("logcheck found violations")
        ends = {status for server in site.servers for status in server.ends}
        if ends - {0, -signal.SIGKILL}:
            wrong.append(f"servers ended with {sorted(ends)}")
    return wrong


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    """Give Postgres a file system of its own of that size; only root can (0: do not)."""
    if not megabytes:
        yield
        return
    place = folder / "postgres"
    place.mkdir()
    size = f"size={megabytes}m,mode=755"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(place)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)


def timetable(seconds: float, rounds: int, pause: float) -> list[str]:
    """Return the faults of a night: `rounds` of every kill, the others as long as time allows."""
    kills = [fault for _ in range(rounds) for fault in KILLS]
    others = [OTHERS[n % len(OTHERS)] for n in range(int(seconds / pause) - len(kills))]
    random.Random(3).shuffle(kills)
    return [*kills, *others]


def main() -> None:
    """Spend a night."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=10, help="of each kind of kill -9")
    parser.add_argument("--pause", type=float, default=8.0, help="seconds between two faults")
    parser.add_argument("--think", type=float, default=1.0, help="seconds before an action")
    parser.add_argument("--fault", action="append", help="only this, instead of the timetable")
    parser.add_argument("--disk", type=int, default=0, help="megabytes for Postgres (root only)")
    parser.add_argument("--folder", type=Path, help="kept afterwards; default: a passing one")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # and clear up
    faults = timetable(options.minutes * 60, options.rounds, options.pause)
    with contextlib.ExitStack() as stack:
        folder = options.folder
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kibitz-night-")))
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
        counts = (options.processes, options.matches, options.fault or faults)
        stack.enter_context(small_disk(folder, options.disk))
        wrong = run(folder, *counts, pause=options.pause, think=options.think)
    for line in wrong:
        print(f"BROKEN: {line}")
    print(f"night: {'FAILED' if wrong else 'passed'}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
