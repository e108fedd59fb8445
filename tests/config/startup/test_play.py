"""`manage.py play` and `serve`, started and stopped as people and service managers do."""

from __future__ import annotations

import re
import shutil
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import ClientConnection, connect

from accounts.demo import PASSWORD
from accounts.registry import demo_steps
from config.development.lint import production
from config.management.commands.play import Command as Play
from games.matches.models import Match
from tests.support.clusters import home, is_alive, server_pid
from tests.support.servers import Server, database_url_of_tests, done, refused, start_server

Env = dict[str, str | None]
Start = Callable[[Sequence[str], Env], Server]


@pytest.fixture
def tested(transactional_db: None) -> Env:
    """The environment in which a server works on the tests' database."""
    return {"DATABASE_URL": database_url_of_tests()}


@pytest.fixture
def started() -> Iterator[Start]:
    """Start servers; those that a failed test leaves running are killed."""
    servers: list[Server] = []

    def start(command: Sequence[str], env: Env) -> Server:
        servers.append(start_server([*command, "--port", "0"], env))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


def lobby(server: Server) -> ClientConnection:
    """An open socket."""
    return connect(f"ws://localhost:{server.port}/ws/lobby/", origin=server.url)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stops_in_good_order_while_sockets_are_open(
    started: Start, tested: Env, number: int
) -> None:
    playing = started(["play", "--no-seed"], tested)
    with lobby(playing), lobby(playing):
        assert playing.stop(number) == 0


def test_unconfigured_site_serves_and_leaves_nothing_running(
    started: Start, open_folder: Path
) -> None:
    env = {"LOCAL_FOLDER": str(open_folder), "DATABASE_URL": None, "LOCAL": None}
    fresh = started(["play"], env)
    with urlopen(f"{fresh.url}/readyz") as answer:
        assert answer.read() == b"ok\n"
    told = [fresh.heard.next() or "" for _ in range(3)]
    assert PASSWORD in "".join(told)
    assert (open_folder / "secret_key").stat().st_mode & 0o777 == 0o600
    server = server_pid(open_folder / "postgres")
    assert fresh.stop(signal.SIGTERM) == 0
    assert not is_alive(server)
    shutil.rmtree(home(open_folder / "postgres"))


def test_a_site_that_is_killed_while_it_fills_goes_on_at_the_next_start(
    started: Start, tested: Env
) -> None:
    first = started(["play"], tested)
    total = int(re.search(r"1 of (\d+)", "".join(first.heard.lines))[1])  # type: ignore[index]
    assert 'id="filling"' in asked(first, "/")
    while Match.objects.count() < 3:  # of which two are live tables
        assert first.process.poll() is None
    first.kill()
    lacking = len(demo_steps())
    assert 0 < lacking < total - 1
    again = started(["play"], tested)
    while (line := again.heard.next(120)) is not None and f"{lacking} of {lacking}" not in line:
        pass
    assert 'id="filling"' not in asked(again, "/")
    assert again.stop(signal.SIGINT) == 0
    assert demo_steps() == []


def test_taken_port_is_told_in_one_line(tested: Env) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        error = refused(["play", "--port", str(port)], tested)
    assert error == f"kibitz: port {port} is taken by another program; try --port {port + 1}.\n"


@pytest.mark.parametrize("missing", ["SECRET_KEY", "DATABASE_URL"])
def test_site_for_strangers_is_refused_in_one_line_without(missing: str) -> None:
    error = refused(["serve", "--port", "0"], {**production(), "LOCAL": None, missing: None})
    assert error.startswith(f"kibitz: {missing} is not set.")
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("ALLOWED_HOSTS", ""),
        ("ALLOWED_HOSTS", "https://cards.example.org"),
        ("ALLOWED_HOSTS", "cards.example.org:8000"),
        ("TRUSTED_PROXIES", "yes"),
        ("TRUSTED_PROXIES", "-1"),
        ("DATABASE_URL", "sqlite:///kibitz"),
        ("DATABASE_URL", "nonsense"),
        ("DATABASE_POOL", "1"),
        ("EMAIL_URL", "mail.example.org"),
        ("EMAIL_URL", ""),
        ("SITE_URL", "cards.example.org"),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("SOCKET_THREADS", "0"),
        ("HEARTBEAT_SECONDS", "0"),
    ],
)
def test_a_wrong_setting_is_told_in_one_line(name: str, wrong: str) -> None:
    env = {**production(), "LOCAL": None, "LOG_LEVEL": "ERROR", name: wrong}
    error = refused(["serve", "--port", "0"], env)
    assert error.startswith("kibitz: ")
    assert name in error
    assert len(error.splitlines()) == 1


def test_a_database_that_does_not_answer_is_told_in_the_last_line() -> None:
    env = {**production(), "LOCAL": None, "DATABASE_URL": "postgresql:///kibitz?host=/nowhere"}
    told = refused(["serve", "--port", "0"], env).splitlines()
    assert told[-1].startswith("kibitz: the database of DATABASE_URL does not answer")


def test_demo_accounts_are_refused_on_a_site_for_strangers() -> None:
    error = refused(["seed_demo"], {**production(), "LOCAL": None})
    assert "public passwords" in error


def test_serve_refuses_a_database_that_may_forget(tested: Env) -> None:
    error = refused(["serve", "--port", "0"], {**production(), "LOCAL": None, **tested})
    assert "kibitz: the database runs with fsync, full_page_writes, synchronous_commit off" in error


@pytest.mark.timeout(300)  # it starts seven programs
def test_site_behind_a_proxy_serves_pages_and_hashed_files(
    started: Start, open_folder: Path
) -> None:
    env: Env = {**production(), "LOCAL": None, "DATABASE_URL": None, "TRUSTED_PROXIES": "1"}
    env |= {"EMBEDDED_DATABASE": "true", "LOCAL_FOLDER": str(open_folder)}
    env |= {"STATIC_ROOT": str(open_folder / "static")}
    assert "run collectstatic first" in refused(["serve"], env)
    done(["collectstatic", "--noinput"], env)
    assert "run migrate first" in refused(["serve"], env)
    assert "run migrate first" in refused(["clock"], {**env, "REDIS_URL": "redis://redis.invalid"})
    done(["migrate"], env)
    server = started(["serve"], env)
    assert asked(server, "/readyz", {"X-Forwarded-Proto": "https"}) == "ok\n"
    page = asked(server, "/", {"X-Forwarded-Proto": "https"})
    style = re.search(r"/static/css/site\.[0-9a-f]{12}\.css", page)
    assert style, page
    assert asked(server, style[0], {"X-Forwarded-Proto": "https"})
    assert server.stop(signal.SIGTERM) == 0


def asked(server: Server, path: str, headers: dict[str, str] | None = None) -> str:
    """What the site answers to its proxy."""
    named = {"Host": "cards.example.org", **headers} if headers else {}
    with urlopen(Request(f"{server.url}{path}", headers=named)) as answer:
        return answer.read().decode()


def test_clock_apart_is_refused_without_redis() -> None:
    error = refused(["clock"], {**production(), "LOCAL": None, "REDIS_URL": None})
    assert error.startswith("kibitz: a clock apart needs REDIS_URL")


def test_mails_lead_to_the_port_that_is_played_on(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SITE_URL = "http://localhost:8000"
    play = Play(stdout=StringIO())
    play.seeded = False
    monkeypatch.setenv("SITE_URL", "https://cards.example")
    play.announce("127.0.0.1", 8123)
    assert settings.SITE_URL == "http://localhost:8000"
    monkeypatch.delenv("SITE_URL")
    play.announce("127.0.0.1", 8123)
    assert settings.SITE_URL == "http://localhost:8123"
