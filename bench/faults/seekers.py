"""Part of a rush: many people press “Play with people” in one moment, through all processes.

Nobody may be seated twice, nobody may wait beside an empty seat, and every match that follows is of
people only, and rated.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx

from bench.client import ms
from bench.faults.asking import cookies_of, http_client, post

if TYPE_CHECKING:
    from bench.faults.site import Site
    from games.matches.models import Seat

GAME, SEATS = "deadline_99", 4
Posted = tuple[int, str, float]


@dataclass(frozen=True)
class Seeker:
    """Somebody who looks for players; `port` is the process that their browser talks to."""

    name: str
    port: int
    cookies: dict[str, str]


def seekers(site: Site, count: int) -> list[Seeker]:
    """Make so many people, spread over the site's processes."""
    from tests.support.tables import make_user

    ports = [site.ports[number % len(site.ports)] for number in range(count)]
    names = [f"seeker{number}" for number in range(count)]
    return [
        Seeker(name, port, cookies_of(make_user(name)))
        for name, port in zip(names, ports, strict=True)
    ]


def many_seekers(site: Site, count: int) -> list[str]:
    """Let all press at once, get ready and reveal; return what went wrong."""
    people = seekers(site, count)
    pressed = _all(people, lambda one: (f"/play-with-people/{GAME}", {"length": "quick"}))
    print(
        f"{count} pressed at once: answered after {ms([took for *_, took in pressed])}", flush=True
    )
    if wrong := _refused("presses", pressed) + _half_empty(count):
        return wrong
    seats = _seats()
    _hold_clocks()
    ready = _all(people, lambda one: (f"{_page(seats[one.name])}ready", _promise(seats[one.name])))
    shown = _all(
        people, lambda one: (f"{_page(seats[one.name])}reveal", {"contribution": one.name})
    )
    return _refused("readies", ready) + _refused("reveals", shown) + _not_begun(count)


def _refused(what: str, answers: Sequence[Posted]) -> list[str]:
    """Return what is wrong with the answers to what everybody posted."""
    told = Counter((status, code) for status, code, _ in answers)
    return [f"{what} were answered {dict(told)}"] if set(told) - {(302, ""), (200, "")} else []


def _all(people: Sequence[Seeker], asked: Callable[[Seeker], tuple[str, Any]]) -> list[Posted]:
    """Let everybody post at the same time; return status, code and seconds of each answer.

    Whoever is told that the site is busy (503) tries again, as people do.
    """

    async def insist(client: httpx.AsyncClient, one: Seeker) -> Posted:
        begun = time.perf_counter()
        while True:
            status, code, _ = await post(client, one.port, one.cookies, *asked(one))
            if status != 503:
                return status, code, time.perf_counter() - begun
            await asyncio.sleep(0.5)

    async def at_once() -> list[Posted]:
        async with http_client() as client:
            return await asyncio.gather(*(insist(client, one) for one in people))

    return asyncio.run(at_once())


def _hold_clocks() -> None:
    """Give everybody time to get ready: how fast this machine is, is not tested here."""
    from datetime import timedelta

    from games.matches.clock import database_now
    from games.matches.models import Match

    Match.objects.filter(is_search=True).update(deadline_at=database_now() + timedelta(minutes=2))


def _seats() -> dict[str, Seat]:
    from games.matches.models import Seat

    found = Seat.objects.filter(name__startswith="seeker").select_related("match")
    return {seat.name: seat for seat in found}


def _page(seat: Seat) -> str:
    return f"/matches/{seat.match.code}/"


def _promise(seat: Seat) -> dict[str, str]:
    """Return the commitment to a contribution that is the person's name."""
    from games.engine.fairness import seat_commitment_of

    match = seat.match
    commitment = seat_commitment_of(match.code, seat.number, match.commitment, seat.name)
    return {"seat_commitment": commitment}


def _half_empty(count: int) -> list[str]:
    """Return what is wrong with who sits where once all have pressed."""
    from games.matches.models import Seat

    rows = Seat.objects.filter(name__startswith="seeker").values_list("name", "match")
    people = Counter(name for name, _ in rows)
    tables = sorted(Counter(match for _, match in rows).values(), reverse=True)
    whole, rest = divmod(count, SEATS)
    wrong = [f"{name} was seated {times} times" for name, times in people.items() if times != 1]
    if len(people) != count:
        wrong.append(f"{count - len(people)} of {count} have no seat")
    if tables != [SEATS] * whole + [rest] * bool(rest):
        wrong.append(f"the tables have {dict(Counter(tables))} people")
    print(f"{len(people)} people at {len(tables)} tables, {sum(n == SEATS for n in tables)} full")
    return wrong


def _not_begun(count: int) -> list[str]:
    """Return what is wrong with the matches once all have revealed."""
    from games.matches.models import Match

    begun = Match.objects.filter(is_search=True, status="running", rated=True).count()
    print(f"{begun} rated matches of people began")
    expected = count // SEATS
    return [] if begun == expected else [f"{begun} of {expected} matches began"]
