"""The end of a server process: nobody's answer is cut off, everybody comes back elsewhere."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import uuid
from collections.abc import Iterator
from contextlib import suppress
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from django.db import connection, transaction
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from games.matches.models import Match, MatchAction
from games.websockets.drain import Drain, at_signals, end_all
from tests.support.clusters import wait_until
from tests.support.database import somebody_waits_for_us
from tests.support.servers import Server, database_url_of_tests, start_server
from tests.support.tables import first_legal, make_running, make_user


async def test_what_was_begun_is_finished_and_newcomers_are_turned_away() -> None:
    go, said = asyncio.Event(), []

    async def slow(scope: object, receive: object, send: object) -> None:
        await go.wait()
        said.append("answered")

    async def send(message: dict[str, object]) -> None:
        said.append(message.get("status") or message.get("code"))

    drain = Drain(slow)
    request = asyncio.ensure_future(drain({"type": "http"}, None, send))
    page = asyncio.ensure_future(drain({"type": "websocket"}, None, send))
    await asyncio.sleep(0)
    ending = asyncio.ensure_future(drain.end())
    await asyncio.sleep(0)
    await drain({"type": "http"}, None, send)
    assert said == [1012, 503, None]
    assert not ending.done()
    go.set()
    await asyncio.gather(request, page, ending)
    assert said[-2:] == ["answered", "answered"]


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    patient = {"DATABASE_LOCK_TIMEOUT": "20s", "DATABASE_STATEMENT_TIMEOUT": "20s"}
    env = {"DATABASE_URL": database_url_of_tests(), **patient}
    server = start_server(["play", "--no-seed", "--port", "0"], {**env})
    yield server
    server.kill()


def test_an_action_under_way_at_sigterm_is_carried_out_and_acknowledged(server: Server) -> None:
    ada, bo = make_user("ada"), make_user("bo")
    match = make_running(ada, bo)
    request, cookies = act_request(server, match, ada)
    answers: list[tuple[int, dict[str, object]]] = []
    acting = threading.Thread(target=lambda: answers.append(answer_to(request)))
    url = f"ws://localhost:{server.port}/ws/matches/{match.code}/?lang=en"
    with connect(url, origin=server.url, additional_headers={"Cookie": cookies}) as page:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM matches_match WHERE id = %s FOR UPDATE", [match.pk])
            acting.start()
            wait_until(somebody_waits_for_us)
            server.process.send_signal(signal.SIGTERM)
            assert close_code(page) == 1012
            with pytest.raises(OSError):  # noqa: PT011 - refused, however the system says it
                urlopen(f"{server.url}/healthz", timeout=5)
            assert server.process.poll() is None
        acting.join(60)
    assert server.process.wait(60) == 0
    status, done = answers[0]
    assert status == 200
    row = MatchAction.objects.get(match=match)
    assert (row.ply, row.version, row.head) == (done["ply"], done["version"], done["head"])


def act_request(server: Server, match: Match, user: object) -> tuple[Request, str]:
    """Return the POST of a legal action, and the cookies it carries."""
    client = Client()
    client.force_login(user)
    token = "t" * 32
    session = client.cookies["sessionid"].value
    cookies = f"sessionid={session}; csrftoken={token}"
    values = {"version": match.version, "action_id": uuid.uuid4().hex}
    body = urlencode({**values, "action": json.dumps(first_legal(match))}).encode()
    headers = {"Cookie": cookies, "X-CSRFToken": token, "Accept": "application/json"}
    return Request(f"{server.url}/matches/{match.code}/act", body, headers), cookies


def answer_to(request: Request) -> tuple[int, dict[str, object]]:
    """Return status and body of an answer."""
    try:
        with urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        return error.code, {}


def close_code(page: object) -> int:
    """Return with which code the server closed a socket."""
    try:
        while True:
            page.recv(timeout=60)
    except ConnectionClosed as end:
        assert end.rcvd is not None
        return end.rcvd.code


async def test_a_task_that_loses_a_cancellation_is_told_again():
    told = []

    async def deaf_once() -> None:
        for _ in range(2):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                told.append("cancelled")
        raise asyncio.CancelledError

    task = asyncio.ensure_future(deaf_once())
    await asyncio.sleep(0)
    await end_all([task])
    assert task.done()
    assert told == ["cancelled", "cancelled"]


async def test_what_has_ended_is_left_alone():
    async def done() -> int:
        return 7

    task = asyncio.ensure_future(done())
    assert await task == 7
    await end_all([task])
    assert task.result() == 7


def test_a_signal_is_heard_though_the_pipe_that_wakes_the_loop_is_full() -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    loop, heard = asyncio.new_event_loop(), []

    def told() -> None:
        heard.append("told")
        loop.stop()

    try:
        at_signals(loop, told)
        with suppress(BlockingIOError):
            while True:
                loop._csock.send(b"\0" * 1024)  # type: ignore[attr-defined]
        os.kill(os.getpid(), signal.SIGTERM)
        loop.call_later(60, loop.stop)
        loop.run_forever()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        loop.close()
    assert heard == ["told"]
