"""The real server as a subprocess, as whoever starts it sees it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from django.db import connection

from config.launch import ROOT

STOP_SECONDS = 30
RUN_SECONDS = 100  # the machine may be busy with other tests
LISTENING = re.compile(r"listening .*\((\d+)\)")


@dataclass
class Server:
    """A running server and what it printed before it listened."""

    process: subprocess.Popen[str]
    port: int
    said: list[str]

    @property
    def url(self) -> str:
        """By name, as passkeys need it."""
        return f"http://localhost:{self.port}"

    def stop(self, number: int) -> int:
        """Send a signal, wait, and return the exit status."""
        self.process.send_signal(number)
        self.process.communicate(timeout=STOP_SECONDS)
        return self.process.returncode


def start_server(command: Sequence[str], env: dict[str, str | None]) -> Server:
    """Start `manage.py` and return when it listens. A variable of None is taken out."""
    process = manage(command, env)
    said: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line)
        if match := LISTENING.search(line):
            return Server(process, int(match[1]), said)
    process.communicate(timeout=STOP_SECONDS)
    raise AssertionError(f"the server did not start: {said}")


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
