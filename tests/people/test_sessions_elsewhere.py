"""Whoever is logged out or barred through one process loses the pages of another, at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from accounts.moderation.models import Report
from accounts.moderation.services import report_create
from tests.support.redis import own_redis
from tests.support.servers import Server, database_url_of_tests, start_server
from tests.support.tables import make_user

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60  # seconds; the next heartbeat is far away
TOKEN = "t" * 32


@pytest.fixture
def processes() -> Iterator[list[Server]]:
    """Two server processes on one database and one Redis."""
    with own_redis() as redis:
        env: dict[str, str | None] = {"DATABASE_URL": database_url_of_tests()}
        env |= {"REDIS_URL": redis.url, "HEARTBEAT_SECONDS": "600"}
        with ThreadPoolExecutor() as pool:
            command = ["play", "--no-seed", "--port", "0"]
            begun = [pool.submit(start_server, command, env) for _ in range(2)]
        servers = [one.result() for one in begun if not one.exception()]
        try:
            assert len(servers) == 2, begun
            yield servers
        finally:
            for server in servers:
                server.kill()


def browser_of(user: Any) -> str:
    """Return the cookies of a browser in which somebody has just logged in."""
    client = Client()
    client.force_login(user)
    client.get("/")
    return f"sessionid={client.cookies['sessionid'].value}; csrftoken={TOKEN}"


@contextmanager
def opened(server: Server, cookies: str) -> Iterator[ClientConnection]:
    """Give a socket that has been drawn to."""
    url = f"ws://localhost:{server.port}/ws/lobby/?lang=en"
    with connect(url, origin=server.url, additional_headers={"Cookie": cookies}) as socket:
        socket.recv(timeout=PATIENCE)
        yield socket


def post(server: Server, cookies: str, address: str, **form: str) -> None:
    """Send a form to one process, which must take it and lead on."""
    headers = {"Cookie": cookies, "X-CSRFToken": TOKEN}
    answer = httpx.post(server.url + address, data=form, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 302, answer.text


def closed(socket: ClientConnection) -> int:
    """Return with which code a socket is closed, within our patience."""
    until = time.monotonic() + PATIENCE
    try:
        while True:
            socket.recv(timeout=max(until - time.monotonic(), 0))
    except ConnectionClosed as end:
        assert end.rcvd is not None
        return end.rcvd.code


def test_what_ends_a_session_in_one_process_closes_its_pages_in_the_other(
    processes: list[Server],
) -> None:
    here, there = processes
    ada, bo, moderator = make_user("ada"), make_user("bo"), make_user("mo")
    moderator.is_staff = moderator.is_superuser = True
    moderator.save()
    Authenticator.objects.create(user=moderator, type="totp", data={"secret": "x"})
    report_create(reporter=bo, subject=ada, kind=Report.Kind.ABUSE, text="Rude.")
    decide = reverse("moderation:decide", args=[Report.objects.get().pk])
    first, second, third = (browser_of(ada) for _ in range(3))
    with opened(here, first) as one, opened(here, second) as two, opened(here, third) as three:
        post(there, first, reverse("account_logout"))
        assert closed(one) == 4401
        post(there, third, reverse("usersessions_list"))
        assert closed(two) == 4401
        post(there, browser_of(moderator), decide, measure="ban", days="3", reason="Rude.")
        assert closed(three) == 4401
