"""One person of the swarm: a browser's cookies and headers, its POSTs, its one link."""

from __future__ import annotations

import asyncio
import json
import random
import re
import uuid
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bench.faults import page as pages
from bench.faults.journal import Journal
from games.engine.fairness import seat_commitment_of
from tests.support.told import Told

ANSWER_SECONDS = 10.0  # as static/matches/act.js
SILENCE_SECONDS = 4.0  # as static/js/link.js
BY_LINK = 0.7
FINAL = {4401, 4404, 1008}  # as static/js/link.js
GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
PASSWORD = "correct-horse-7"


class Refused(Exception):
    """The site said no."""


class Person:
    """Somebody with cookies; `address` is where a reverse proxy would have seen them come from."""

    def __init__(self, name: str, base: str, number: int, dice: random.Random) -> None:
        self.name, self.base, self.dice = name, base, dice
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self.headers = {"X-Forwarded-For": address}
        self.http = httpx.AsyncClient(base_url=base, timeout=ANSWER_SECONDS, headers=self.headers)
        self.token = ""

    async def get(self, path: str) -> str:
        """Return a page, trying again while the site is out of reach."""
        while True:
            try:
                answer = await self.http.get(path)
            except httpx.TransportError:
                await self._wait()
                continue
            if answer.status_code < 500:
                assert answer.status_code == 200, f"{answer.status_code} for {path}"
                return answer.text
            await self._wait()

    async def _wait(self) -> None:
        await asyncio.sleep(0.4 + self.dice.random() * 0.4)

    async def post(self, path: str, **values: Any) -> httpx.Response:
        """Post as a program would, once."""
        headers = {"x-csrftoken": self.token, "Accept": "application/json", "Referer": self.base}
        return await self.http.post(path, data=values, headers=headers)

    async def insist(self, path: str, **values: Any) -> httpx.Response:
        """Post until the site answers; for what may be done twice without harm."""
        while True:
            try:
                answer = await self.post(path, **values)
            except httpx.TransportError:
                await self._wait()
                continue
            if answer.status_code < 500 and answer.status_code != 429:
                return answer
            await self._wait()

    async def sign_in(self) -> None:
        """Log in by the form."""
        self.token = pages.csrf_token(await self.get("/accounts/login/"))
        answer = await self.insist("/accounts/login/", login=self.name, password=PASSWORD)
        errors = re.findall(r'"errors": \[[^]]+\]', answer.text)
        assert answer.status_code in (200, 302), f"{self.name}: {answer.status_code} {errors}"
        self.token = pages.csrf_token(await self.get("/"))

    async def open_table(self, game: str, seats: int) -> str:
        """Open a table by its form and return the match's code."""
        path = f"/tables/new/{game}/"
        chosen = {"seats": str(seats), "turn_seconds": "60", "reserve_seconds": "120"}
        values = pages.Form(await self.get(f"{path}?{urlencode(chosen)}")).values
        answer = await self.insist(path, **values)
        assert answer.status_code == 302, answer.text[:2000]
        return answer.headers["location"].strip("/").split("/")[-1]


@dataclass
class Shown:
    """What a viewer's page shows now."""

    html: str = ""
    revision: int = -1
    version: int = -1
    stage: str = ""


class Viewer:
    """One page on a match: its socket follows, and comes back by the rules of link.js."""

    def __init__(
        self, person: Person, code: str, journal: Journal, socket_base: str, heartbeat: float
    ) -> None:
        self.person, self.code, self.journal = person, code, journal
        self.url = f"{socket_base}/ws/matches/{code}/?lang=en"
        self.origin = socket_base.replace("ws", "http", 1)  # a page of that very address
        self.patience = 2.5 * heartbeat
        self.who = f"{person.name}@{code}"
        self.shown = Shown()
        self.changed = asyncio.Event()
        self.link: ClientConnection | None = None
        self.asked: tuple[str, asyncio.Future[dict[str, Any]]] | None = None
        self.tries = 0

    def note(self, op: str, **facts: Any) -> None:
        """Write a line of this viewer's."""
        self.journal.note(op, who=self.who, match=self.code, **facts)

    async def follow(self) -> None:
        """Keep a socket open until cancelled or turned away for good."""
        while True:
            try:
                await self._listen()
            except ConnectionClosed as end:
                self.note("lost", code=end.rcvd.code if end.rcvd else 1006)
                if end.rcvd and end.rcvd.code in FINAL:
                    return
            except GONE as error:
                self.note("lost", code=type(error).__name__)
            await asyncio.sleep(min(self.tries, 1) * 0.9 + self.person.dice.random() * 0.5)
            self.tries += 1

    async def _listen(self) -> None:
        cookies = "; ".join(f"{c.name}={c.value}" for c in self.person.http.cookies.jar)
        headers = {"Cookie": cookies, **self.person.headers}
        async with connect(
            self.url,
            origin=self.origin,
            additional_headers=headers,
            max_size=None,
            ping_interval=None,
            open_timeout=self.patience,
            close_timeout=0.2,
            proxy=None,
        ) as socket:
            self.note("open")
            self.link, page = socket, Told()
            try:
                while True:
                    text = str(await asyncio.wait_for(socket.recv(), self.patience))
                    self._take(page.read(text))
                    self.tries = 0
            finally:
                self.link = None
                if self.asked and not self.asked[1].done():
                    self.asked[1].cancel()

    def _take(self, told: str | dict[str, Any]) -> None:
        if isinstance(told, str):
            self._draw(told)
        else:
            self._hear(told)

    def _hear(self, answer: dict[str, Any]) -> None:
        if self.asked and self.asked[0] == answer["action_id"] and not self.asked[1].done():
            self.asked[1].set_result(answer)

    async def ask(self, **values: str) -> dict[str, Any] | None:
        """Ask on the link; None where there is none, it broke, or it stayed silent."""
        if self.link is None:
            return None
        answered: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.asked = values["action_id"], answered
        try:
            await self.link.send(json.dumps(values))
            await asyncio.wait([answered], timeout=SILENCE_SECONDS)
        except ConnectionClosed:
            return None
        return answered.result() if answered.done() and not answered.cancelled() else None

    def _draw(self, html: str) -> None:
        """Draw what came, unless it is older than what is shown; heartbeats draw nothing."""
        told = pages.stage(html)
        if not told:
            return
        revision, version = int(told["data-revision"]), int(told["data-version"])
        self.note("shown", revision=revision, version=version, digest=pages.digest(html))
        if revision >= self.shown.revision:
            self.shown = Shown(html, revision, version, told["data-stage"])
            self.changed.set()

    async def next_change(self, seconds: float) -> None:
        """Wait until something else is shown, or so many seconds."""
        self.changed.clear()
        try:
            await asyncio.wait_for(self.changed.wait(), seconds)
        except TimeoutError:
            return

    async def compare(self) -> None:
        """Note the last push beside a fresh page of the same revision."""
        for _ in range(20):
            fresh = await self.person.get(f"/matches/{self.code}/")
            if int(pages.stage(fresh)["data-revision"]) == self.shown.revision:
                break
            await self.next_change(1.0)
        pushed, whole = pages.digest(self.shown.html), pages.digest(fresh)
        self.note("final", pushed=pushed, fresh=whole, revision=self.shown.revision)


class Player(Viewer):
    """A viewer with a seat, who acts by either door when the page offers actions."""

    contribution = "the swarm's part"

    async def prepare(self) -> None:
        """Commit to a part of the shuffle, and reveal it once all have."""
        while self.shown.stage in ("", "open", "starting"):
            seat = pages.fairness(self.shown.html)
            if seat.get("data-status") == "open" and not seat["data-seat-commitment"]:
                match, number = seat["data-match"], int(seat["data-seat"])
                promise = seat_commitment_of(
                    match, number, seat["data-commitment"], self.contribution
                )
                await self.person.insist(seat["data-ready-url"], seat_commitment=promise)
            elif seat.get("data-status") == "starting" and "data-revealed" not in seat:
                await self.person.insist(seat["data-reveal-url"], contribution=self.contribution)
            await self.next_change(2.0)

    async def play(self, think: float) -> None:
        """Act whenever the page offers actions, until the match is over."""
        while self.shown.stage != "over":
            offered = pages.actions(self.shown.html)
            if not offered:
                await self.next_change(1.0)
                continue
            version = self.shown.version
            await asyncio.sleep(think * (0.5 + self.person.dice.random()))
            if version != self.shown.version:
                continue
            await self._act(version, pages.choose(offered, self.person.dice))
            for _ in range(15):
                if self.shown.version == version:
                    await self.next_change(1.0)

    async def _act(self, version: int, action: pages.Action) -> None:
        """Ask for one action, with the same id until an answer comes."""
        request = {
            "seat": self.person.name, "seen": version,
            "action_id": uuid.UUID(int=self.person.dice.getrandbits(128)).hex, "action": action,
        }  # fmt: skip
        for _ in range(60):
            self.note("invoke", **request)
            if await self._answered(request):
                return
            await asyncio.sleep(0.3 + self.person.dice.random() * 0.4)

    async def _answered(self, request: dict[str, Any]) -> bool:
        """Ask once, by one of the two doors; tell whether an answer came that settles it."""
        values = {
            "action": json.dumps(request["action"]),
            "version": str(request["seen"]),
            "action_id": request["action_id"],
        }
        by_link = self.link is not None and self.person.dice.random() < BY_LINK
        status, done = await (self._by_link(values) if by_link else self._by_post(values))
        if status == 200:
            self.note("ok", **{**request, **done})
        elif "code" in done:
            self.note("refused", status=status, code=done["code"], **request)
        else:
            self.note("unknown", why=status, **request)
        return status == 200 or ("code" in done and status != 429)

    async def _by_link(self, values: dict[str, str]) -> tuple[int | str, dict[str, Any]]:
        """Return status and answer of the link; a word for the status if none came."""
        answer = await self.ask(**values)
        return (answer.pop("status"), answer) if answer else ("silent link", {})

    async def _by_post(self, values: dict[str, str]) -> tuple[int | str, dict[str, Any]]:
        """Return status and answer of a POST; a word for the status if none came."""
        try:
            answer = await self.person.post(f"/matches/{self.code}/act", **values)
        except httpx.TransportError as error:
            return type(error).__name__, {}
        if answer.status_code >= 500:
            return answer.status_code, {}
        return answer.status_code, answer.json()
