"""The bare floor: what daphne, a socket and one SQL statement cost without a product on top.

    python bench/floor.py [--matches 10] [--seconds 15] [--rate 0] [--commit-ms 4 --serial]

The same five viewers at each match and the same Postgres as `live.py`, but no Django, no rules, no
accounts: a move comes by socket, one statement counts and stores it, five fragments of 170 bytes go
out from f-strings. Run it beside `live.py` and compare CPU a move; see README.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import client

VIEWERS = 5
TABLES = """
    CREATE TABLE IF NOT EXISTS bench_match (id int PRIMARY KEY, seq int NOT NULL);
    CREATE TABLE IF NOT EXISTS bench_event
        (match_id int, seq int, data jsonb, at timestamptz DEFAULT now(), UNIQUE (match_id, seq));
    TRUNCATE bench_match, bench_event;
"""
WRITE = """
    WITH m AS (INSERT INTO bench_match VALUES (%(match)s, 1)
               ON CONFLICT (id) DO UPDATE SET seq = bench_match.seq + 1 RETURNING seq)
    INSERT INTO bench_event (match_id, seq, data) SELECT %(match)s, m.seq, %(data)s FROM m
    RETURNING seq
"""
_hub: dict[int, set[Any]] = {}
_pool: list[Any] = []


async def pool() -> Any:
    """Return the connections of this process, opened once."""
    if not _pool:
        from psycopg_pool import AsyncConnectionPool

        made = AsyncConnectionPool(
            os.environ["DATABASE_URL"],
            kwargs={"autocommit": True},
            min_size=1,
            max_size=int(os.environ.get("FLOOR_CONNECTIONS", "4")),
            open=False,
        )
        _pool.append(made)
        await made.open()
    return _pool[0]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve `/MATCH/VIEWER`: store each message, and tell everybody who looks at the match."""
    if scope["type"] != "websocket":
        return
    _, match, _ = scope["path"].split("/")
    await receive()
    await send({"type": "websocket.accept"})
    viewers = _hub.setdefault(int(match), set())
    viewers.add(send)
    while (message := await receive())["type"] == "websocket.receive":
        async with (await pool()).connection() as connection:
            values = {"match": int(match), "data": message["text"]}
            (seq,) = await (await connection.execute(WRITE, values)).fetchone()
        for number, tell in enumerate(list(viewers)):
            text = f'<div id="log-{seq}" hx-swap-oob="beforeend" data-seq="{seq}"><p class="ev">'
            text += f"Player {seq % 4} plays a card; the count is {seq * 7 % 100}.</p>"
            await tell({"type": "websocket.send", "text": f'{text}<i data-viewer="{number}"></i>'})
    viewers.discard(send)


def serve() -> None:
    """Run daphne with nothing else."""
    from daphne.server import Server

    server = Server(
        application,
        endpoints=["tcp:port=0:interface=127.0.0.1"],
        ready_callable=lambda: print(f"listening on ({server.listening_addresses[0][1]})"),
    )
    server.run()


async def play(port: int, matches: int, seconds: float, rate: float) -> list[float]:
    """Let each match move as soon as all five have been told; return how long that took.

    With `rate`, that many moves are due in a second over all, evenly spread.
    """
    from websockets.asyncio.client import connect

    async def opened(match: int) -> list[Any]:
        urls = [f"ws://127.0.0.1:{port}/{match}/{viewer}" for viewer in range(VIEWERS)]
        return [await connect(url, compression=None) for url in urls]

    tables = [await opened(match) for match in range(matches)]
    ends, waits = time.perf_counter() + seconds, []

    async def table(sockets: list[Any], pace: client.Pace) -> None:
        while time.perf_counter() < ends:
            began = await pace.next_due()
            await sockets[0].send('{"type": "play", "card": "10S"}')
            await asyncio.gather(*(socket.recv() for socket in sockets))
            waits.append(time.perf_counter() - began)
        for socket in sockets:
            await socket.close()

    await asyncio.gather(*map(table, tables, client.paces(matches, rate)))
    return waits


def main() -> None:
    parser = argparse.ArgumentParser(description="The bare floor under live.py.")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rate", type=float, default=0, help="moves a second; 0: all it can")
    parser.add_argument("--commit-ms", type=float, default=0, help="a disk at least as slow")
    parser.add_argument("--serial", action="store_true", help="one connection, as stock Channels")
    args = parser.parse_args()
    from bench import host

    connections = "1" if args.serial else "4"
    with host.site(args.commit_ms):
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(TABLES)
        with host.server(__file__, "--serve", FLOOR_CONNECTIONS=connections) as server:
            before = server.usage()
            waits = asyncio.run(play(server.port, args.matches, args.seconds, args.rate))
            spent = server.usage() - before
    moves = len(waits)
    print(f"moves {moves}  moves/s {moves / args.seconds:.1f}")
    print(f"last of five viewers p50/p95/p99 ms {client.ms(waits)}")
    each = [f"{spent.server / moves * 1000:.2f}", f"{spent.postgres / moves * 1000:.2f}"]
    print(f"CPU ms a move: server {each[0]}  Postgres {each[1]}")


if __name__ == "__main__":
    serve() if "--serve" in sys.argv else main()
