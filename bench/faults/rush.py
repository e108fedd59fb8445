"""A rush: many writers to one turn, many who look for players, many deadlines in one moment.

    python -m bench.faults.rush --processes 3 --rounds 200 --deadlines 500

Starts a site of its own, as `bench.faults.night` does; the clock of its first server process is two
minutes wrong, which must not matter to anybody. Then

*   `--writers` requests, each with an id of its own, ask for the action of one turn at the same
    time through all processes, `--rounds` times: one is accepted, all others are refused as late
    comers (A3);
*   `--seekers` people press “Play with people” at the same time through all processes: nobody is
    seated twice or waits beside an empty seat;
*   `--deadlines` turns run out in one second while nobody is online, and one process is killed in
    the midst of it: each is played by default, once (F1, F3);
*   all processes are killed, a turn's deadline passes, and they start again: the first action is
    judged by the time it had left (A6);

and `logcheck` holds the database to its invariants. Ends with status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from bench.faults.asking import cookies_of, http_client, post
from bench.faults.figures import summary
from bench.faults.night import check_books
from bench.faults.seekers import many_seekers
from bench.faults.site import Site, wait_for

if TYPE_CHECKING:
    from games.matches.models import Match

WRONG_CLOCK = Path(__file__).parent / "wrong_clock"
WRONG_BY = 120.0
OUTAGE_SECONDS = 7.0


@dataclass(frozen=True)
class Sizes:
    """How large a rush is."""

    rounds: int = 200
    writers: int = 50
    deadlines: int = 500
    seekers: int = 200


@dataclass(frozen=True)
class Party:
    """A running match and the cookies of its two people."""

    code: str
    cookies: tuple[dict[str, str], dict[str, str]]


def set_up(site: Site) -> None:
    """Let this process use the site's database."""
    os.environ.update(site.env(), DJANGO_SETTINGS_MODULE="config.settings")
    import django

    django.setup()


def parties(count: int) -> list[Party]:
    """Make so many running matches of two people each."""
    from tests.support.tables import make_running, make_user

    made = []
    for number in range(count):
        pair = [make_user(f"rush{number}{side}") for side in "ab"]
        cookies = (cookies_of(pair[0]), cookies_of(pair[1]))
        made.append(Party(make_running(*pair).code, cookies))
    return made


def _asked(match: Match) -> dict[str, Any]:
    """Return what the seat to act may post."""

    from tests.support.tables import first_legal

    return {"action": json.dumps(first_legal(match)), "version": match.version}


async def act(
    client: httpx.AsyncClient, port: int, party: Party, seat: int, asked: dict[str, Any]
) -> tuple[int, str]:
    """Post an action with an id of its own; return the status and the refusal's code."""
    values = {**asked, "action_id": uuid.uuid4().hex}
    page = f"/matches/{party.code}/act"
    status, code, _ = await post(client, port, party.cookies[seat], page, values)
    return status, code


def one_turn(site: Site, party: Party, writers: int, total: Counter[tuple[int, str]]) -> str:
    """Let many write to one turn at once, count the answers; return what is wrong with them."""
    from games.matches.models import Match

    match = Match.objects.get(code=party.code)
    assert match.to_act is not None
    seat, asked = match.to_act, _asked(match)

    async def all_at_once() -> Sequence[tuple[int, str]]:
        ports = [site.ports[n % len(site.ports)] for n in range(writers)]
        async with http_client() as client:
            posts = (act(client, port, party, seat, asked) for port in ports)
            return await asyncio.gather(*posts)

    answers = Counter(asyncio.run(all_at_once()))
    total += answers
    late = {(409, "stale_version"), (503, "out_of_reach")}  # the latter: no connection was free
    is_right = answers.pop((200, ""), 0) == 1 and set(answers) <= late
    return "" if is_right else f"one turn of {party.code} was answered {dict(answers)}"


def many_writers(site: Site, playing: Sequence[Party], sizes: Sizes) -> list[str]:
    """Do all rounds; each person writes in one of them, for their requests are counted."""
    rounds = [party for party in playing for _ in range(2)][: sizes.rounds]
    total: Counter[tuple[int, str]] = Counter()
    wrong = [one_turn(site, party, sizes.writers, total) for party in rounds]
    print(f"answers: {dict(total)}")
    told = f"{sum(map(bool, wrong))} not won by exactly one"
    print(f"{len(rounds)} turns, {sizes.writers} writers each: {told}", flush=True)
    return [line for line in wrong if line]


def many_deadlines(site: Site, playing: Sequence[Party]) -> list[str]:
    """Let all these turns run out within a second, and kill a process meanwhile."""
    from django.db.models import F

    from games.matches.clock import GRACE, database_now
    from games.matches.models import Match, MatchAction

    codes = [party.code for party in playing]
    matches = Match.objects.filter(code__in=codes)
    before = dict(matches.values_list("code", "ply"))
    due = database_now() + timedelta(seconds=3)
    matches.update(deadline_at=due)
    victim = site.servers[-1]
    time.sleep((due + GRACE - database_now()).total_seconds() + 0.3)
    victim.ends.append(victim.end(signal.SIGKILL))
    rows = MatchAction.objects.filter(match__code__in=codes, auto="timeout")
    wait_for(lambda: rows.count() >= len(codes))
    victim.start()
    site.wait_up(victim)
    judged = rows.annotate(began=F("match__started_at")).values_list("began", "at_ms")
    late = [
        (began + timedelta(milliseconds=at_ms) - due - GRACE).total_seconds()
        for began, at_ms in judged
    ]
    print(f"{len(codes)} deadlines in one moment, played after: {summary(late)}")
    wrong = [f"{code} moved by other than one ply" for code, ply in
             matches.values_list("code", "ply") if ply != before[code] + 1]  # fmt: skip
    return wrong + (["a turn was played before its time was up"] if min(late) < 0 else [])


def first_action(site: Site, party: Party) -> list[str]:
    """Kill all servers, let a deadline pass, start them; the first action must still count."""
    from games.matches.clock import database_now
    from games.matches.models import Match, MatchAction

    match = Match.objects.get(code=party.code)
    assert match.to_act is not None
    seat, asked = match.to_act, _asked(match)
    now = database_now()
    soon = now + timedelta(seconds=3)
    Match.objects.filter(pk=match.pk).update(turn_started_at=now, deadline_at=soon)
    for server in site.servers:
        server.ends.append(server.end(signal.SIGKILL))
    time.sleep(OUTAGE_SECONDS)
    for server in site.servers:
        server.start()
    status, code = asyncio.run(_first_answer(site, party, seat, asked))
    for server in site.servers:
        site.wait_up(server)
    print(f"the first action after {OUTAGE_SECONDS:g} s without a server: {status} {code}")
    last = MatchAction.objects.filter(match=match).order_by("ply").last()
    is_theirs = last is not None and last.auto == "" and last.ply == match.ply + 1
    return [] if status == 200 and is_theirs else [f"the first action was answered {status} {code}"]


async def _first_answer(
    site: Site, party: Party, seat: int, asked: dict[str, Any]
) -> tuple[int, str]:
    """Post to one server after the other until one answers."""
    async with http_client() as client:
        while True:
            for port in site.ports:
                with contextlib.suppress(httpx.TransportError):
                    status, code = await act(client, port, party, seat, asked)
                    if status < 500:
                        return status, code
            await asyncio.sleep(0.02)


def run(folder: Path, processes: int, sizes: Sizes) -> list[str]:
    """Let a site in `folder` be rushed; return what went wrong."""
    site = Site(folder, processes)
    site.servers[0].env.update(PYTHONPATH=str(WRONG_CLOCK), WRONG_BY=str(WRONG_BY))
    with site.running(people=0):
        set_up(site)
        from django.db import connection

        writers = (sizes.rounds + 1) // 2
        playing = parties(max(writers + 1, sizes.deadlines))
        wrong = many_writers(site, playing, sizes)
        wrong += many_seekers(site, sizes.seekers)
        wrong += first_action(site, playing[writers])
        wrong += many_deadlines(site, playing[: sizes.deadlines])
        if not check_books(site, None):
            wrong.append("logcheck found violations")
        connection.close()
        for server in site.servers:
            server.ends.append(server.end())
        ends = {status for server in site.servers for status in server.ends}
        if ends - {0, -signal.SIGKILL}:
            wrong.append(f"servers ended with {sorted(ends)}")
    return wrong


def main() -> None:
    """Run a rush."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--writers", type=int, default=50)
    parser.add_argument("--deadlines", type=int, default=500)
    parser.add_argument("--seekers", type=int, default=200)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # and clear up
    sizes = Sizes(options.rounds, options.writers, options.deadlines, options.seekers)
    with tempfile.TemporaryDirectory(prefix="kibitz-rush-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        wrong = run(folder, options.processes, sizes)
    for line in wrong:
        print(f"BROKEN: {line}")
    print(f"rush: {'FAILED' if wrong else 'passed'}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
