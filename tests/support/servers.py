"""The real server as a subprocess, as whoever starts it sees it.

Nothing here waits for ever: a server that does not start or stop in time says where its threads
stand (SIGABRT with Python's fault handler), and the test fails with a sentence.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Thread
from typing import IO
from urllib.parse import quote

from django.db import connection

from config import ROOT

START_SECONDS = 240
STOP_SECONDS = 30
RUN_SECONDS = 240  # the machine may be busy with other tests
LISTENING = re.compile(r"listening .*\((\d+)\)")


class Heard:
    """What a program says, taken from the pipe at once: a full pipe would bring it to a halt."""

    def __init__(self, stream: IO[str]) -> None:
        self.lines: list[str] = []
        self._queue: Queue[str | None] = Queue()
        self._thread = Thread(target=self._listen, args=[stream], daemon=True)
        self._thread.start()

    def _listen(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self.lines.append(line)
                self._queue.put(line)
        self._queue.put(None)

    def end(self) -> None:
        """Take what is left once the program has ended."""
        self._thread.join(STOP_SECONDS)

    def next(self, seconds: float = 10) -> str | None:
        """Return the next line, or None after the last. Raises Empty if nothing comes in time."""
        return self._queue.get(timeout=max(seconds, 0))


@dataclass
class Server:
    """A running server and what it says."""

    process: subprocess.Popen[str]
    port: int
    heard: Heard

    @property
    def url(self) -> str:
        """By name, as passkeys need it."""
        return f"http://localhost:{self.port}"

    def stop(self, number: int) -> int:
        """Send a signal, wait, and return the exit status."""
        self.process.send_signal(number)
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            abort(self.process)
        finally:
            self.heard.end()
        raise AssertionError(f"the server did not stop in {STOP_SECONDS} s; see its stacks above")

    def kill(self) -> None:
        """End it at once, also when it has ended already."""
        self.process.kill()
        self.process.wait()
        self.heard.end()


def abort(process: subprocess.Popen[str]) -> None:
    """End a program that hangs; it prints where each of its threads stands."""
    process.send_signal(signal.SIGABRT)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def start_server(command: Sequence[str], env: dict[str, str | None]) -> Server:
    """Start `manage.py` and return when it listens. A variable of None is taken out."""
    process = manage(command, {"PYTHONFAULTHANDLER": "1", **env})
    assert process.stdout is not None
    heard = Heard(process.stdout)
    until = time.monotonic() + START_SECONDS
    with suppress(Empty):
        while line := heard.next(until - time.monotonic()):
            if match := LISTENING.search(line):
                return Server(process, int(match[1]), heard)
    abort(process)
    heard.end()
    raise AssertionError(f"the server did not start within {START_SECONDS} s: {heard.lines}")


def refused(command: Sequence[str], env: dict[str, str | None]) -> str:
    """Run `manage.py`, which must fail; return what it said on standard error."""
    status, _, error = _finish(manage(command, env, stderr=subprocess.PIPE))
    assert status == 1, error
    return error


def done(command: Sequence[str], env: dict[str, str | None]) -> None:
    """Run `manage.py`, which must succeed."""
    status, said, _ = _finish(manage(command, env))
    assert status == 0, said


def _finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for the end, which must come; return the status and what was said."""
    try:
        said, error = process.communicate(timeout=RUN_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return process.returncode, said, error


def manage(
    command: Sequence[str], env: dict[str, str | None], stderr: int | None = None
) -> subprocess.Popen[str]:
    """Start `manage.py`, its words on standard output."""
    wanted = {**os.environ, "PYTHONUNBUFFERED": "1", **env}
    return subprocess.Popen(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={name: value for name, value in wanted.items() if value is not None},
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
    )


def database_url_of_tests() -> str:
    """The address of the database that this test run works on."""
    where = connection.settings_dict
    password = f":{quote(where['PASSWORD'], safe='')}" if where["PASSWORD"] else ""
    port = f":{where['PORT']}" if where["PORT"] else ""
    who = f"{quote(where['USER'], safe='')}{password}"
    return f"postgresql://{who}@{quote(where['HOST'], safe='')}{port}/{where['NAME']}"
