"""The whole site under play: moves a second, latency, CPU per move, idle viewers, storms, leaks.

    python bench/live.py play  [--matches 20] [--seconds 20] [--rate 0] [--idle 0] [--game KEY]
                          [--processes 1] [--experts 20]
    python bench/live.py storm [--idle 1200]        cut all viewers off at once, let all come back
    python bench/live.py leak  [--minutes 30]       play on, and print memory, files and threads

`play` starts a server of its own (production settings, its own Postgres with fsync), sits four
people and one spectator at each match, each with a socket of their own, and lets whoever's turn it
is act as soon as their page shows it (or at `--rate` actions a second over all, evenly spread, each
timed from when it was due). Every action goes the way a browser's does: on the open link or, with
`--by post`, as a POST with session and CSRF token and fragments back; pushes go to all five. CPU is
what the kernel charged to the server and to Postgres; the client is counted apart.

`--experts N` plays six times in turn, every second time beside N tables of four expert bots of
Zombie Rummy, and prints how much later the last viewer is shown a move (p95) because they think.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psutil

from bench import client, host

PLAYERS = 4
SETTLING = 3.0
QUIET = 10.0
ROUNDS = 3  # with and without experts
ALL_AWAY = 20.0  # nobody sits at the matches of a storm; after that all pages know


@dataclass
class Tally:
    """What was measured."""

    acks: list[float] = field(default_factory=list)
    lasts: list[float] = field(default_factory=list)
    refused: int = 0


class Seat:
    """One person at a table: a socket that shows them the match, a connection that posts."""

    def __init__(self, table: Table, number: int | None, cookie: str) -> None:
        self.table, self.number, self.cookie = table, number, cookie
        self.page, self.drawn = client.Page(), asyncio.Event()
        self.follower: client.Follower | None = None
        self.posts: client.Link | None = None

    async def follow(self, port: int) -> None:
        self.follower = client.Follower(port, self.table.code, self.cookie)
        async for html in self.follower.pushes():
            if self.page.take(html):
                self.drawn.set()
                self.table.shown(self)

    async def act(self, port: int, action: str, version: int, by: str) -> int:
        """Ask for an action by one of the two doors; return the status."""
        if by == "link":
            assert self.follower is not None
            return await self.follower.act(action, version)
        if self.posts is None:
            self.posts = await client.Link.open(port, self.cookie)
        return await self.posts.act(self.table.code, action, version)


class Table:
    """One match: its viewers, whose turn it is, and the action on its way."""

    def __init__(self, code: str, cookies: list[str], run: Run) -> None:
        self.code, self.run = code, run
        self.seats = [Seat(self, n if n < PLAYERS else None, c) for n, c in enumerate(cookies)]
        self.turn: asyncio.Future[Seat] = asyncio.get_running_loop().create_future()
        self.sent_at, self.waits_for, self.seen = 0.0, 1 << 30, 0
        self.over = False

    def shown(self, seat: Seat) -> None:
        page = seat.page
        self.over = self.over or page.over
        if page.version >= self.waits_for:
            self.seen += 1
            if self.seen == len(self.seats):
                self.run.tally.lasts.append(time.perf_counter() - self.sent_at)
                self.waits_for = 1 << 30
        if page.actions and not self.turn.done():
            self.turn.set_result(seat)
        elif page.over and not self.turn.done():
            self.turn.cancel()

    async def play(self, port: int, pace: client.Pace) -> None:
        """Ask for what the page of whoever's turn it is offers first, until the match is over."""
        with contextlib.suppress(asyncio.CancelledError):
            while time.perf_counter() < self.run.ends_at and not self.over:
                seat = await asyncio.wait_for(asyncio.shield(self.turn), 30)
                due = await pace.next_due()
                self.turn = asyncio.get_running_loop().create_future()
                await self._act(port, seat, due)

    async def _act(self, port: int, seat: Seat, due: float) -> None:
        page = seat.page
        version, action = page.version, page.actions[0]
        page.actions = []
        self.sent_at, self.waits_for, self.seen = due, version + 1, 0
        status = await seat.act(port, action, version, self.run.by)
        if status == 200:
            self.run.tally.acks.append(time.perf_counter() - self.sent_at)
        else:
            self.run.tally.refused += 1
            self.turn.cancel()


@dataclass
class Run:
    """One measurement."""

    by: str = "link"
    ends_at: float = 0.0
    tally: Tally = field(default_factory=Tally)


async def measure(server: host.Server, matches: list[Any], args: argparse.Namespace) -> Tally:
    """Open all sockets, play, and print one row; return what was measured."""
    run = Run(args.by)
    looked_at = [code for code, _ in matches[args.matches :]]
    tables = [Table(code, cookies, run) for code, cookies in matches[: args.matches]]
    tasks = [asyncio.create_task(s.follow(server.port)) for t in tables for s in t.seats]
    shown = await asyncio.to_thread(shown_by, looked_at)
    idle = await client.idlers(server.port, shown, args.idle)
    await asyncio.gather(*(seat.drawn.wait() for table in tables for seat in table.seats))
    await asyncio.sleep(SETTLING)
    before = server.usage()
    await asyncio.sleep(QUIET)
    still = server.usage() - before
    run.ends_at = time.perf_counter() + args.seconds
    before, began = server.usage(), time.perf_counter()
    paces = client.paces(len(tables), args.rate)
    await asyncio.gather(
        *(table.play(server.port, pace) for table, pace in zip(tables, paces, strict=True))
    )
    spent, wall = server.usage() - before, time.perf_counter() - began
    moves = max(len(run.tally.acks), 1)

    def each(seconds: float) -> str:
        return f"{seconds / moves * 1000:.2f}"

    print(f"moves {moves}  moves/s {moves / wall:.1f}  refused {run.tally.refused}")
    print(f"answer p50/p95/p99 ms       {client.ms(run.tally.acks)}")
    print(f"last of five viewers ms     {client.ms(run.tally.lasts)}")
    print(f"CPU ms a move: server {each(spent.server)}  Postgres {each(spent.postgres)}")
    print(f"voluntary switches of context a move: {spent.waits / moves:.0f}")
    print(f"cores while nobody moves: server {still.server / QUIET:.3f}")
    print(f"server MB {server.memory():.0f}  idle {len(idle)}  load {psutil.getloadavg()[0]:.1f}")
    for task in [*tasks, *idle]:
        task.cancel()
    await asyncio.gather(*tasks, *idle, return_exceptions=True)
    return run.tally


def beside_experts(args: argparse.Namespace) -> None:
    """Measure in turn without and with thinking experts, and print the ratio of the p95."""
    late: dict[bool, list[float]] = {False: [], True: []}
    for busy in (False, True) * ROUNDS:
        print(f"{args.experts if busy else 0} tables of experts", flush=True)
        with host.expert_tables(args.experts if busy else 0) as played, host.server() as server:
            matches = host.matches(args.matches, PLAYERS, args.game)
            before = played()
            tally = asyncio.run(measure(server, matches, args))
            print(f"moves of experts: {played() - before}")
        late[busy].append(statistics.quantiles(tally.lasts, n=20)[-1])
    quiet, busy_p95 = (statistics.median(late[busy]) for busy in (False, True))
    print(f"p95 of the last viewer: {quiet * 1000:.1f} ms, beside experts {busy_p95 * 1000:.1f} ms")
    print(f"{busy_p95 / quiet:.2f} ×")


def shown_by(codes: list[str], *, drawn: bool = False) -> dict[str, str]:
    """Return what pages of these matches say they show; with `drawn` they say nothing."""
    return dict.fromkeys(codes, "") if drawn else host.shown(codes)


async def storm(server: host.Server, matches: list[Any], args: argparse.Namespace) -> None:
    """Open idle viewers, cut all off at once, and tell how long until all are drawn again."""
    codes = [code for code, _ in matches]
    await asyncio.sleep(ALL_AWAY)
    shown = await asyncio.to_thread(shown_by, codes, drawn=args.drawn)
    for name in ("first", "again"):
        began, used, empty = time.perf_counter(), server.usage(), server.memory()
        idle = await client.idlers(server.port, shown, args.idle)
        wall, spent = time.perf_counter() - began, server.usage() - used
        print(f"{name}: {len(idle)} up to date after {wall:.1f} s, {server.memory():.0f} MB")
        print(f"server CPU for that {spent.server:.1f} s")
        if name == "first":
            used = server.usage()
            await asyncio.sleep(args.seconds)
            spent = server.usage() - used
            cores = spent.server / args.seconds, spent.postgres / args.seconds
            print(f"idle: server {cores[0]:.3f} cores, Postgres {cores[1]:.3f}")
            each = (server.memory() - empty) * 1e6 / 1024 / max(args.idle, 1)
            print(f"memory: {each:.1f} KiB an idle viewer")
        gone = [task for task in idle if task.done()]
        print(f"dropped meanwhile: {len(gone)}")
        for task in idle:
            task.cancel()
        await asyncio.gather(*idle, return_exceptions=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["play", "storm", "leak"])
    parser.add_argument("--game", default="deadline_99")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--by", choices=["link", "post"], default="link")
    parser.add_argument("--rate", type=float, default=0, help="actions a second; 0: all it can")
    parser.add_argument("--commit-ms", type=float, default=0, help="a disk at least as slow")
    parser.add_argument("--processes", type=int, default=1, help="behind nginx, with Redis")
    parser.add_argument("--experts", type=int, default=0, help="tables of four thinking experts")
    parser.add_argument("--drawn", action="store_true", help="pages do not say what they show")
    parser.add_argument("--idle", type=int, default=0, help="viewers who only look, at others")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    with host.site(args.commit_ms):
        if args.experts:
            beside_experts(args)
            return
        looked_at = args.matches if args.what == "play" and args.idle else 0
        matches = host.matches(args.matches + looked_at, PLAYERS, args.game)
        serving = host.servers(args.processes) if args.processes > 1 else host.server()
        with serving as server:
            if args.what == "storm":
                asyncio.run(storm(server, matches, args))
            elif args.what == "play":
                asyncio.run(measure(server, matches, args))
            else:
                leak(server, args)


def leak(server: host.Server, args: argparse.Namespace) -> None:
    """Play match after match, and print once a minute what should not grow."""
    ends = time.monotonic() + args.minutes * 60
    while time.monotonic() < ends:
        args.seconds = min(60.0, ends - time.monotonic())
        matches = host.matches(args.matches, PLAYERS, args.game)
        asyncio.run(measure(server, matches, args))
        print(json.dumps(server.holdings()), flush=True)


if __name__ == "__main__":
    main()
