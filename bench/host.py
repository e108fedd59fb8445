"""A site of its own to measure: a database that belongs to the benches, people, running matches.

Importing this module makes the settings those of a production site (no debug, compressed and
hashed static files) behind a proxy, which the client plays. Everything lies in `.local/bench`.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
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
    from config.startup.launch import embedded_database

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
    """A running server of one or more processes, reached by one port, and its resource usage."""

    def __init__(self, pids: Sequence[int], port: int) -> None:
        self.port = port
        self._servers = [psutil.Process(pid) for pid in pids]
        self._postmaster = psutil.Process(postmaster())

    def usage(self) -> Usage:
        """Return the CPU time used so far."""
        postgres = [self._postmaster, *self._postmaster.children(recursive=True)]
        waits = sum(_waits(server.pid) for server in self._servers)
        return Usage(_cpu(self._servers), _cpu(postgres), waits)

    def memory(self) -> float:
        """Return the processes' resident megabytes."""
        return sum(server.memory_info().rss for server in self._servers) / 1e6

    def holdings(self) -> dict[str, float]:
        """Return the resources that must not grow over time."""
        return {
            "MB": round(self.memory(), 1),
            "files": sum(server.num_fds() for server in self._servers),
            "threads": sum(server.num_threads() for server in self._servers),
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
    with _process(*command, **environment) as (pid, port):
        yield Server([pid], port)


@contextlib.contextmanager
def servers(processes: int) -> Iterator[Server]:
    """Start that many processes with Redis between them and nginx in front, as `deploy/` does.

    Needs `redis-server` and `nginx`, whose CPU time isn't counted.
    """
    sock = FOLDER / "redis.sock"
    redis = ["redis-server", "--port", "0", "--unixsocket", str(sock), "--save", ""]
    with contextlib.ExitStack() as stack:
        stack.enter_context(_program(redis, sock.exists))
        url = f"unix://{sock}"
        begun = [stack.enter_context(_process(REDIS_URL=url)) for _ in range(processes)]
        port = _free_port()
        config = FOLDER / "nginx.conf"
        backends = "".join(f"server 127.0.0.1:{one} max_fails=0; " for _, one in begun)
        config.write_text(NGINX % {"folder": FOLDER, "port": port, "backends": backends})
        nginx = ["nginx", "-c", str(config), "-e", "stderr"]
        stack.enter_context(_program(nginx, lambda: _listens(port)))
        yield Server([pid for pid, _ in begun], port)


# the upstream and the location of deploy/nginx.conf, without TLS
NGINX = """daemon off; pid %(folder)s/nginx.pid;
events { worker_connections 8192; }
http {
  access_log off;
  client_body_temp_path %(folder)s/nginx-body; proxy_temp_path %(folder)s/nginx-proxy;
  fastcgi_temp_path %(folder)s/nginx-fastcgi; uwsgi_temp_path %(folder)s/nginx-uwsgi;
  scgi_temp_path %(folder)s/nginx-scgi;
  map $uri $work {
    ~^/(ws/|api/v1/)?(matches|replays)/(?<match>[^/]+)/ $match;
    default $request_id;
  }
  upstream kibitz { hash $work consistent; %(backends)s }
  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
  server {
    listen 127.0.0.1:%(port)d;
    location / {
      proxy_pass http://kibitz;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto https;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }
  }
}
"""


@contextlib.contextmanager
def _process(*command: str, **environment: str) -> Iterator[tuple[int, int]]:
    """Start a serving process; give its process id and port, and stop it after the block."""
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
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(30)


@contextlib.contextmanager
def _program(command: Sequence[str], is_up: Callable[[], bool]) -> Iterator[None]:
    """Run a program until the block ends."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while not is_up():
            assert process.poll() is None, f"{command[0]} did not start"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def postmaster() -> int:
    """Return the process id of our Postgres."""
    return int((_data_folder() / "postmaster.pid").read_text().split()[0])


def _data_folder() -> Path:
    from config.database.embedded import Cluster

    return Cluster(FOLDER.absolute() / "postgres").data  # elsewhere if nobody may enter FOLDER


def matches(count: int, players: int, game: str) -> list[tuple[str, list[str]]]:
    """Return begun matches: each one's code, and the cookies of its players and a spectator."""
    made = []
    for number in range(count):
        users = people(count * players)[number * players : (number + 1) * players]
        match = running_match(users, game, turn_seconds=86400)
        made.append((match.code, [*(session_cookie(user) for user in users), ""]))
    return made


@contextlib.contextmanager
def expert_tables(count: int) -> Iterator[Callable[[], int]]:
    """Let `count` tables of four experts play Zombie Rummy; give what counts their moves so far.

    A person opens each table and has a bot stand in for them. The block's end stops the matches.
    """
    from django.db.models import Sum
    from django.db.models.functions import Now

    from games.matches.models import Match, Seat

    codes = [
        running_match([user], "zombie_rummy", bots=["expert"] * 3, turn_seconds=86400).code
        for user in people(count)
    ]
    matches = Match.objects.filter(code__in=codes)
    Seat.objects.filter(match__in=matches, bot="").update(stand_in="expert")
    matches.update(bot_due_at=Now())
    try:
        yield lambda: matches.aggregate(moves=Sum("ply"))["moves"] or 0
    finally:
        matches.update(status=Match.Status.VOID, to_act=None, bot_due_at=None, due_from=None)


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
