"""A site of its own to measure: a database that belongs to the benches, people, running matches.

Importing this module makes the settings those of a production site (no debug, compressed and
hashed static files) behind a proxy, which the client plays. Everything lies in `.local/bench`.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
FOLDER = Path(os.environ.get("BENCH_FOLDER", ROOT / ".local" / "bench"))
ENVIRONMENT = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "LOCAL_FOLDER": str(FOLDER),
    "STATIC_ROOT": str(FOLDER / "static"),
    "SECRET_KEY": "only for benches, on this machine, without real people",
    "ALLOWED_HOSTS": "127.0.0.1,testserver",
    "EMBEDDED_DATABASE": "true",
    "TRUSTED_PROXIES": "1",
    "LOG_LEVEL": "WARNING",
}


@contextlib.contextmanager
def site(commit_ms: float = 0) -> Iterator[None]:
    """Give the block a migrated database and Django set up; the server ends with the block.

    A commit of what connects in the block takes at least `commit_ms`, as on a slow disk; what
    commits at the same time shares it.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.environ.update(ENVIRONMENT)
    from config.launch import embedded_database

    with embedded_database():
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        try:
            with _slow_disk(commit_ms):
                yield
        finally:
            connections["default"].close()
            connections["default"].close_pool()


@contextlib.contextmanager
def _slow_disk(commit_ms: float) -> Iterator[None]:
    """Let Postgres wait before it flushes; only its own files may say so, not our account."""
    said = _data_folder() / "postgresql.conf"
    usual = said.read_text()
    try:
        if commit_ms:
            delay = f"commit_delay = {round(commit_ms * 1000)}\ncommit_siblings = 0\n"
            said.write_text(f"{usual}\n{delay}")
            os.kill(postmaster(), signal.SIGHUP)
        yield
    finally:
        said.write_text(usual)
        os.kill(postmaster(), signal.SIGHUP)


@dataclass(frozen=True)
class Usage:
    """CPU seconds charged to the server and to Postgres, and how often a thread of it waited."""

    server: float
    postgres: float
    waits: int

    def __sub__(self, other: Usage) -> Usage:
        return Usage(
            self.server - other.server, self.postgres - other.postgres, self.waits - other.waits
        )


class Server:
    """A running server, and what it uses."""

    def __init__(self, process: subprocess.Popen[str], port: int, postmaster: int) -> None:
        self.port = port
        self._server = psutil.Process(process.pid)
        self._postmaster = psutil.Process(postmaster)

    def usage(self) -> Usage:
        """Return the CPU time used so far."""
        postgres = [self._postmaster, *self._postmaster.children(recursive=True)]
        return Usage(_cpu([self._server]), _cpu(postgres), _waits(self._server.pid))

    def memory(self) -> float:
        """Return the server's resident megabytes."""
        return self._server.memory_info().rss / 1e6

    def holdings(self) -> dict[str, float]:
        """Return what must not grow as time goes by."""
        return {
            "MB": round(self.memory(), 1),
            "files": self._server.num_fds(),
            "threads": self._server.num_threads(),
        }


def _waits(pid: int) -> int:
    """Return how often the threads of a process gave up the processor by themselves."""
    told = [(task / "status").read_text() for task in Path(f"/proc/{pid}/task").iterdir()]
    return sum(int(re.findall(r"^voluntary_ctxt_switches:\s*(\d+)", one, re.M)[0]) for one in told)


def _cpu(processes: list[psutil.Process]) -> float:
    total = 0.0
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system
    return total


@contextlib.contextmanager
def server(*command: str, **environment: str) -> Iterator[Server]:
    """Start `manage.py serve` (or `command`) on a free port, and stop it after the block."""
    words = command or (str(ROOT / "manage.py"), "serve", "--port", "0")
    process = subprocess.Popen(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    port = None
    for line in process.stdout:
        if found := re.search(r"listening .*\((\d+)\)", line):
            port = int(found[1])
            break
    assert port, "the server did not start"
    try:
        yield Server(process, port, postmaster())
    finally:
        process.terminate()
        process.wait(30)


def postmaster() -> int:
    """Return the process id of our Postgres."""
    return int((_data_folder() / "postmaster.pid").read_text().split()[0])


def _data_folder() -> Path:
    from config.postgres import Cluster

    return Cluster(FOLDER.absolute() / "postgres").data  # elsewhere if nobody may enter FOLDER


def matches(count: int, players: int, game: str) -> list[tuple[str, list[str]]]:
    """Return begun matches: each one's code, and the cookies of its players and a spectator."""
    made = []
    for number in range(count):
        users = people(count * players)[number * players : (number + 1) * players]
        match = running_match(users, game, turn_seconds=86400)
        made.append((match.code, [*(session_cookie(user) for user in users), ""]))
    return made


def shown(codes: list[str]) -> dict[str, str]:
    """Return what a page of each match, just drawn for a guest, says in its socket's address."""
    from django.db import connection

    from games.matches.models import Match

    try:
        rows = list(Match.objects.filter(code__in=codes).values_list("code", "revision"))
    finally:
        connection.close()  # each call may come from a thread of its own
    return {code: f"&as=&at={revision}&talk=0" for code, revision in rows}


def people(count: int) -> list[Any]:
    """Return that many accounts, the same ones in every run."""
    from django.contrib.auth import get_user_model

    users = get_user_model().objects
    names = [f"bench{number}" for number in range(count)]
    known = {user.username: user for user in users.filter(username__in=names)}
    return [known.get(name) or users.create_user(name, f"{name}@example.org") for name in names]


def session_cookie(user: Any) -> str:
    """Return a `Cookie` header that is logged in as `user`."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={'c' * 32}"


def running_match(users: list[Any], game: str = "deadline_99", **choices: Any) -> Any:
    """Return a match that `users` have just begun."""
    from tests.support.tables import make_running

    return make_running(*users, game=game, **choices)
