"""A whole site to break: Postgres, Redis, several server processes, a proxy in front.

Everything is ours and on loopback, in one folder. `mend` starts anew what has died, as a service
manager would. The database is a careful one (fsync on), since it is going to be killed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from config import ROOT
from config.database.embedded import Cluster, Options, PostgresError

START_SECONDS = 240.0
STOP_SECONDS = 30.0


class NotUp(Exception):
    """Something did not start in time."""


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(condition: Callable[[], bool], seconds: float = START_SECONDS) -> None:
    """Return when `condition` holds. Raises NotUp if it never does."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise NotUp
        time.sleep(0.05)


@dataclass
class Program:
    """A program that is started again when it has died."""

    name: str
    command: Sequence[str]
    env: dict[str, str]
    log: Path
    is_up: Callable[[], bool]
    process: subprocess.Popen[bytes] | None = None
    ends: list[int] = field(default_factory=list)

    def start(self) -> None:
        """Start it; `is_up` tells when it is."""
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=self.env, stdout=out, stderr=out
            )

    @property
    def pid(self) -> int:
        """The process to break."""
        assert self.process is not None
        return self.process.pid

    def has_died(self) -> bool:
        """Tell whether it has ended by itself or by somebody's hand."""
        return self.process is None or self.process.poll() is not None

    def end(self, number: int = signal.SIGTERM) -> int:
        """End it and return its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise


class Site:
    """Postgres, Redis and a number of server processes."""

    def __init__(self, folder: Path, processes: int = 2) -> None:
        self.folder = folder
        self.cluster = Cluster(folder / "postgres", Options(max_connections=200))
        self.redis_path = folder / "redis.sock"
        self.ports = [free_port() for _ in range(processes)]
        self.redis = self._redis()
        self.servers = [self._server(number, port) for number, port in enumerate(self.ports)]

    def env(self) -> dict[str, str]:
        """The environment of a server process."""
        kept = {
            name: os.environ[name]
            for name in ("PATH", "HOME", "KIBITZ_NO_VENV")
            if name in os.environ
        }
        return {
            **kept,
            "PYTHONUNBUFFERED": "1",
            "LOCAL": "true",
            "LOCAL_FOLDER": str(self.folder),
            "DATABASE_URL": self.cluster.url,
            "REDIS_URL": f"unix://{self.redis_path}",
            "TRUSTED_PROXIES": "1",
            "LOG_LEVEL": "WARNING",
        }

    def _redis(self) -> Program:
        program = shutil.which("redis-server")
        assert program, "faults need a redis-server"
        command = [program, "--port", "0", "--unixsocket", str(self.redis_path), "--save", ""]
        command += ["--dir", str(self.folder)]
        log = self.folder / "redis.log"
        return Program("redis", command, dict(os.environ), log, self._redis_answers)

    def _redis_answers(self) -> bool:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1.0)
            line.connect(str(self.redis_path))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
        return False

    def _server(self, number: int, port: int) -> Program:
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        log = self.folder / f"server{number}.log"

        def answers() -> bool:
            try:
                with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2) as answer:
                    return bool(answer.status == 200)
            except (URLError, OSError):
                return False

        return Program(f"server{number}", command, self.env(), log, answers)

    @property
    def postgres_pid(self) -> int:
        """The process of Postgres to break."""
        return int((self.cluster.data / "postmaster.pid").read_text().split("\n", 1)[0])

    @contextlib.contextmanager
    def running(self, people: int) -> Iterator[Site]:
        """Start everything with a fresh database, and stop everything."""
        self.redis.start()
        self.start_postgres()
        try:
            self.python("-m", "bench.faults.prepare", "--people", str(people))
            for server in self.servers:
                server.start()
            for server in self.servers:
                self.wait_up(server)
            yield self
        finally:
            for program in (*self.servers, self.redis):
                if program.process is not None:
                    program.process.kill()
                    program.process.wait()
            self.cluster.stop()

    def python(self, *arguments: str) -> None:
        """Run a module of ours to its end, on this site's database."""
        subprocess.run([sys.executable, *arguments], cwd=ROOT, env=self.env(), check=True)

    def start_postgres(self) -> None:
        """Start Postgres; after a kill its last processes may take a moment to be gone."""

        def started() -> bool:
            try:
                self.cluster.start()
            except PostgresError:
                return False
            return True

        wait_for(started)

    def mend_postgres(self) -> None:
        """Start Postgres anew, unless it lives on."""
        server = self.cluster._server
        assert server is not None
        try:
            server.wait(5.0)
        except subprocess.TimeoutExpired:
            return
        self.cluster.stop()
        self.start_postgres()

    def wait_up(self, program: Program) -> None:
        """Return when a program answers. Raises NotUp with its last words."""
        try:
            wait_for(lambda: program.has_died() or program.is_up())
        except NotUp:
            raise NotUp(f"{program.name}: {self.last_words(program)}") from None
        if program.has_died():
            raise NotUp(f"{program.name} ended: {self.last_words(program)}")

    def last_words(self, program: Program) -> str:
        """Return the end of a program's log."""
        return program.log.read_text(errors="replace")[-2000:]
