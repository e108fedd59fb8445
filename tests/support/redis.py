"""A Redis of our own, which tests may kill, freeze and start again."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clusters import wait_until


class Redis:
    """A server on a unix socket in a folder of its own, without any file kept."""

    def __init__(self, program: str, folder: Path) -> None:
        self.path = folder / "s"
        command = [program, "--port", "0", "--unixsocket", self.path, "--save", "", "--dir", folder]
        self._command = [str(part) for part in command]
        self.start()

    @property
    def url(self) -> str:
        """The address for REDIS_URL."""
        return f"unix://{self.path}"

    def start(self) -> None:
        """Start it, and return when it answers."""
        self._server = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_until(self._answers)

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1.0)
            line.connect(str(self.path))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
        return False

    def kill(self) -> None:
        """End it as a crash does."""
        self._server.kill()
        self._server.wait()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it hang: it takes connections and answers nothing."""
        self._server.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._server.send_signal(signal.SIGCONT)


@contextlib.contextmanager
def own_redis() -> Iterator[Redis]:
    """Start a Redis. Only on a developer's machine may the program be missing."""
    program = shutil.which("redis-server")
    if program is None and not os.environ.get("CI"):
        pytest.skip("no redis-server found")
    assert program, "continuous integration needs a redis-server"
    folder = Path(tempfile.mkdtemp(prefix="kibitz-redis-"))
    redis = Redis(program, folder)
    yield redis
    redis.kill()
    shutil.rmtree(folder)
