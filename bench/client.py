"""What stands for browsers: sockets that are drawn upon, and links that post actions."""

from __future__ import annotations

import asyncio
import html
import json
import re
import statistics
import time
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection, connect

VERSION = re.compile(r'id="stage"[^>]*data-stage="(\w+)"[^>]*data-version="(\d+)"')
STAGE = re.compile(r'data-stage="(\w+)"')
SLOT = re.compile(r'<template data-region="([^"]+)">')
ACTION = re.compile(r"data-action=(?:\"([^\"]*)\"|'([^']*)')([^>]*)")


TIMER_SLACK = 0.002  # a timer of ours that fires later than that is not the server's fault
PROXY = {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https"}


def ms(values: list[float]) -> str:
    """Return median, 95th and 99th percentile in milliseconds."""
    if len(values) < 2:
        return "–"
    cuts = statistics.quantiles(values, n=100)
    return f"{statistics.median(values) * 1000:.1f} / {cuts[94] * 1000:.1f} / {cuts[98] * 1000:.1f}"


@dataclass
class Pace:
    """When one match's moves are due: every `period` seconds, or at once if that is 0."""

    period: float
    due: float

    async def next_due(self) -> float:
        """Wait until the next move is due; return when it was, from which its latency counts.

        A move that is late because the one before took long counts from when it was due.
        """
        now = time.perf_counter()
        if not self.period:
            return now
        self.due += self.period
        if self.due <= now:
            return self.due
        await asyncio.sleep(self.due - now)
        return max(self.due, time.perf_counter() - TIMER_SLACK)


def paces(matches: int, rate: float) -> list[Pace]:
    """Return the paces of matches that make `rate` moves a second together, evenly spread."""
    period, now = (matches / rate if rate else 0.0), time.perf_counter()
    return [Pace(period, now + period * (number / matches - 1)) for number in range(matches)]


class Page:
    """What a page shows: the version, and the actions that its controls would post."""

    def __init__(self) -> None:
        self.version, self.over = -1, False
        self.actions: list[str] = []

    def take(self, text: str) -> bool:
        """Note what a push shows; return whether it was a newer version."""
        found = VERSION.search(text)
        if found is None or int(found[2]) <= self.version:
            return False
        self.version, self.over = int(found[2]), found[1] == "over"
        mine = "data-my-turn" in text[: found.end() + 400]
        controls = (
            [(html.unescape(m[1] or m[2]), m[3]) for m in ACTION.finditer(text)] if mine else []
        )
        plays = [
            one for one in controls if "resign" not in one[0] and "aria-disabled" not in one[1]
        ]
        plays.sort(key=lambda one: ("data-confirm" in one[1], one[0]))
        self.actions = [action for action, _ in plays]
        return True


class Regions:
    """What a page could do by what it was told: kept by regions, and never laid out.

    A browser's work is its own; here it would take the processor from the server that is measured.
    """

    def __init__(self) -> None:
        self._whole, self._stage = "", "live"
        self._regions: dict[str, str] = {}
        self._within: dict[str, set[str]] = {}

    def read(self, message: str) -> str | dict[str, Any]:
        """Return what the page shows now, its newest regions first, or an answer."""
        if not message.startswith("{"):
            self._whole = message
            return message
        told: dict[str, Any] = json.loads(message)
        if "regions" not in told:
            return told
        if found := STAGE.search(told["frame"]):
            self._stage = found[1]
        for name, text in told["regions"].items():
            self._take(name, text)
        given = " ".join(f'{key}="{text}"' for key, text in told["stage"].items() if text)
        regions = "".join(self._regions.values())
        rest = "" if "data-action" in regions else self._whole
        return f'<section id="stage" data-stage="{self._stage}" {given}>{regions}{rest}'

    def _take(self, name: str, text: str) -> None:
        """Keep a region, and forget what stands within it no longer."""
        slots = set(SLOT.findall(text))
        for gone in self._within.get(name, set()) - slots:
            self._regions.pop(gone, None)
        self._within[name] = slots
        self._regions[name] = text


class Follower:
    """The socket of a match's page: what it is pushed, and the actions that are asked for on it."""

    def __init__(self, port: int, code: str, cookie: str, shown: str = "") -> None:
        """`shown` is what the page says it shows, as in the address."""
        self.url = f"ws://127.0.0.1:{port}/ws/matches/{code}/?lang=en{shown}"
        self.headers = {
            **PROXY,
            "Origin": f"https://127.0.0.1:{port}",
            **({"Cookie": cookie} if cookie else {}),
        }
        self._answered: asyncio.Future[int] | None = None
        self._socket: ClientConnection | None = None

    async def pushes(self) -> AsyncIterator[str]:
        """Open the socket and yield what it is pushed."""
        async with connect(
            self.url,
            additional_headers=self.headers,
            compression=None,
            max_size=1 << 22,
            open_timeout=60,
        ) as self._socket:
            page = Regions()
            async for message in self._socket:
                told = page.read(str(message))
                if isinstance(told, str):
                    yield told
                elif self._answered is not None:
                    self._answered.set_result(told["status"])

    async def act(self, action: str, version: int) -> int:
        """Ask for an action on the open socket and return the status of the answer."""
        assert self._socket is not None
        self._answered = asyncio.get_running_loop().create_future()
        asked = {"action": action, "version": str(version), "action_id": uuid.uuid4().hex}
        await self._socket.send(json.dumps(asked))
        return await self._answered


async def idlers(port: int, shown: dict[str, str], count: int) -> list[asyncio.Task[None]]:
    """Open that many anonymous viewers, and return when each has been told something.

    `shown` has for each match what its page says it shows, or nothing for pages that do not say.
    """
    told = asyncio.Semaphore(0)
    codes = list(shown)

    async def look(code: str) -> None:
        first = True
        async for _ in Follower(port, code, "", shown[code]).pushes():
            if first:
                first = False
                told.release()

    tasks = []
    for number in range(count):
        tasks.append(asyncio.create_task(look(codes[number % len(codes)])))
        if number % 50 == 49:
            await asyncio.sleep(0.05)
    for _ in range(count):
        await asyncio.wait_for(told.acquire(), 120)
    return tasks


class Link:
    """A kept-alive HTTP connection of one person."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: str
    ) -> None:
        self._reader, self._writer, self._head = reader, writer, head

    @classmethod
    async def open(cls, port: int, cookie: str) -> Link:
        """Connect as whoever the cookie is of."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        headers = {
            **PROXY,
            "Host": f"127.0.0.1:{port}",
            "Origin": f"https://127.0.0.1:{port}",
            "Cookie": cookie,
            "X-CSRFToken": "c" * 32,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return cls(reader, writer, head)

    async def act(self, code: str, action: str, version: int) -> int:
        """Post an action and return the status, once the whole answer has come."""
        body = f"action={quote(action)}&version={version}&action_id={uuid.uuid4().hex}"
        head = f"POST /matches/{code}/act HTTP/1.1\r\n{self._head}Content-Length: {len(body)}"
        text = f"{head}\r\n\r\n{body}"
        self._writer.write(text.encode())
        answer = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"(?i)content-length: (\d+)", answer)
        if length:
            await self._reader.readexactly(int(length[1]))
        return int(answer.split(" ", 2)[1])
