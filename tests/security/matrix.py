"""Reads the table of who gets what (matrix.txt) and asks the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.websockets.handlers.routing import routes
from tests.security.answers import faults_of
from tests.security.world import ROLES, World

TABLE = Path(__file__).with_name("matrix.txt")
FRAMEWORKS = ("admin",)  # Django's admin is walked by a test of its own
UNNAMED = {"favicon.ico": "/favicon.ico"}


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    route: str
    method: str
    needs: tuple[str, ...]
    posted: str
    expected: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return how the line is called in a failure."""
        return f"{self.method} {self.route} {' '.join(self.needs)}".strip()

    def address(self, world: World) -> str:
        """Return the address the line speaks of."""
        club = f"?club={world.names['club']}" if "?club" in self.needs else ""
        args = [
            need[1:] if need.startswith("=") else world.names[need]
            for need in self.needs
            if need != "?club"
        ]
        if self.method == "WS":
            values = iter(args)
            return "/" + re.sub("<[^>]+>", lambda _: str(next(values)), self.route)
        return (UNNAMED.get(self.route) or reverse(self.route, args=args)) + club

    def data(self, world: World) -> dict[str, str]:
        """Return what is sent along."""
        pairs = parse_qsl(self.posted, keep_blank_values=True)
        return {key: value.format(**world.names) for key, value in pairs}


def rows() -> list[Row]:
    """Return all lines of the table."""
    found = []
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            route, method, needs, posted, *expected = [part for part in line.split("  ") if part]
            told = tuple(" ".join(expected).split())
            assert len(told) == len(ROLES), line
            wanted = () if needs.strip() == "-" else tuple(needs.split())
            sent = "" if posted.strip() == "-" else posted.strip()
            found.append(Row(route.strip(), method.strip(), wanted, sent, told))
    return found


def site_routes() -> set[str]:
    """Return the name of every address and socket there is."""
    sockets = {str(pattern.pattern) for pattern in routes}
    return sockets | set(_names(get_resolver().url_patterns, ""))


def _names(patterns: list[Any], space: str) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace not in FRAMEWORKS:
                inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
                yield from _names(pattern.url_patterns, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name or pattern.pattern}"


def ask(client: Client, row: Row, world: World) -> HttpResponse:
    """Send what a line says."""
    send = {"GET": client.get, "HEAD": client.head}.get(row.method, client.post)
    answer: HttpResponse = send(row.address(world), row.data(world))
    assert not faults_of(row.address(world), answer)
    if answer.streaming:
        answer.getvalue()  # a file stays open until it has been sent
    return answer


def told(answer: HttpResponse) -> str:
    """Return an answer in the words of the table."""
    if answer.status_code not in (301, 302):
        return str(answer.status_code)
    path = urlsplit(answer["Location"]).path
    words = {reverse("account_login"): "login", reverse("mfa_index"): "second"}
    return words.get(path, "back")
