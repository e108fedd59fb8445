"""People by the dozen, over the site's real surface: pages, POSTs, sockets; all in a journal.

    python -m bench.faults.swarm --base http://127.0.0.1:8000 --matches 20 --minutes 2 \\
        --journal swarm.jsonl

The accounts swarm0, swarm1, … must exist (`bench.faults.prepare` makes them). The address may have
a name, if it means this machine (/etc/hosts); a certificate that only you know is named by
SSL_CERT_FILE. Matches of all games run side by side, each with two players and a watcher; one that
ends is followed by another.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.faults.journal import Journal
from bench.faults.people import Person, Player, Viewer
from games.registry import all_rules


@dataclass(frozen=True)
class Orders:
    """What a swarm is to do."""

    base: str
    sockets: str
    matches: int
    think: float = 0.6
    heartbeat: float = 5.0
    seed: int = 7
    seats: int = 2


async def end_all(tasks: Sequence[asyncio.Future[Any]]) -> None:
    """Cancel tasks until they have ended: before 3.12 a wait may swallow being cancelled."""
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=0.5)


class Swarm:
    """Plays until told to stop; `viewers` are the pages open now."""

    def __init__(self, orders: Orders, journal: Journal) -> None:
        self.orders, self.journal = orders, journal
        self.dice = random.Random(orders.seed)
        self.games = sorted(all_rules())
        self.viewers: set[Viewer] = set()
        self.stopping = asyncio.Event()
        self.playing = 0
        self.all_play = asyncio.Event()
        self.door = asyncio.Semaphore(2)  # a password costs the site much; nobody tests that here

    async def run(self) -> None:
        """Play all matches side by side until `stop`."""
        await asyncio.gather(*(self._table(n) for n in range(self.orders.matches)))

    def stop(self) -> None:
        """Let everybody finish what they are doing and compare what they see."""
        self.stopping.set()

    def _people(self, table: int) -> Iterator[Person]:
        for place in range(self.orders.seats):
            number = table * self.orders.seats + place
            dice = random.Random(f"{self.orders.seed} {number}")
            yield Person(f"swarm{number}", self.orders.base, number, dice)

    async def _table(self, number: int) -> None:
        """One table's people, match after match."""
        people = list(self._people(number))
        for person in people:
            async with self.door:
                await person.sign_in()
        watcher = Person(f"watcher{number}", self.orders.base, 1 << 16 | number, self.dice)
        game = self.games[number % len(self.games)]
        while not self.stopping.is_set():
            await self._match(game, people, watcher)
        for person in (*people, watcher):
            await person.http.aclose()

    async def _match(self, game: str, people: list[Person], watcher: Person) -> None:
        code = await people[0].open_table(game, len(people))
        self.journal.note("table", match=code, game=game, seats=len(people))
        for person in people[1:]:
            await person.insist(f"/matches/{code}/sit")
        where = (code, self.journal, self.orders.sockets, self.orders.heartbeat)
        players = [Player(person, *where) for person in people]
        viewers = [*players, Viewer(watcher, *where)]
        following = [asyncio.ensure_future(viewer.follow()) for viewer in viewers]
        self.viewers.update(viewers)
        self.playing += 1
        if self.playing == self.orders.matches:
            self.all_play.set()
        try:
            await self._play(players)
            for viewer in viewers:
                await viewer.compare()
        finally:
            self.playing -= 1
            self.viewers.difference_update(viewers)
            for viewer in viewers:
                viewer.note("left")
            await end_all(following)

    async def _play(self, players: list[Player]) -> None:
        """Let the players play to the end, or until the swarm is stopped between two actions."""
        hands = [asyncio.ensure_future(self._hand(player)) for player in players]
        stop = asyncio.ensure_future(self.stopping.wait())
        over = asyncio.ensure_future(asyncio.wait(hands, return_when=asyncio.FIRST_EXCEPTION))
        await asyncio.wait({over, stop}, return_when=asyncio.FIRST_COMPLETED)
        await end_all([stop, over, *hands])
        for hand in hands:
            if not hand.cancelled():
                hand.result()  # an error of the swarm itself is told

    async def _hand(self, player: Player) -> None:
        await player.prepare()
        await player.play(self.orders.think)


async def swarm(orders: Orders, journal: Journal, seconds: float) -> None:
    """Play for so many seconds."""
    people = Swarm(orders, journal)
    playing = asyncio.ensure_future(people.run())
    await asyncio.wait({playing}, timeout=seconds)
    people.stop()
    await playing


def check_loopback(base: str) -> None:
    """Refuse an address that leads away from this machine."""
    name = urlsplit(base).hostname or ""
    found = {ip_address(str(place[4][0])) for place in socket.getaddrinfo(name, None)}
    assert all(address.is_loopback for address in found), "the swarm plays on loopback only"


def main() -> None:
    """Run a swarm alone."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--base", required=True, help="http://127.0.0.1:PORT, or https://NAME")
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--think", type=float, default=0.6, help="seconds before an action")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--journal", type=Path, default=Path("swarm.jsonl"))
    options = parser.parse_args()
    check_loopback(options.base)
    sockets = options.base.replace("http", "ws", 1)
    orders = Orders(options.base, sockets, options.matches, options.think, seed=options.seed)
    journal = Journal(options.journal)
    asyncio.run(swarm(orders, journal, options.minutes * 60))
    journal.close()


if __name__ == "__main__":
    main()
