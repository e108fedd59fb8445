"""The tests' own grip on servers: it neither stops them by not listening nor waits for ever."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support import servers
from tests.support.servers import Heard, Server, start_server

MORE_THAN_A_PIPE_HOLDS = 1 << 20


def python(program: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-X", "faulthandler", "-c", program]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def test_a_server_that_says_much_is_not_brought_to_a_halt() -> None:
    process = python(f"for _ in range({MORE_THAN_A_PIPE_HOLDS} // 64): print('x' * 63)")
    assert process.stdout is not None
    heard = Heard(process.stdout)
    assert process.wait(60) == 0
    while heard.next() is not None:
        pass
    assert sum(map(len, heard.lines)) == MORE_THAN_A_PIPE_HOLDS


def test_a_server_that_does_not_stop_is_ended_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "STOP_SECONDS", 0.2)
    process = python(
        "import signal, time; signal.signal(signal.SIGTERM, lambda *_: None);"
        " print('up', flush=True); [time.sleep(1) for _ in range(99)]"
    )
    assert process.stdout is not None
    heard = Heard(process.stdout)
    assert heard.next() == "up\n"
    with pytest.raises(AssertionError, match="did not stop in"):
        Server(process, 0, heard).stop(15)
    assert process.returncode is not None


def test_a_server_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "START_SECONDS", 0)
    with pytest.raises(AssertionError, match="did not start within"):
        start_server(["play", "--port", "0", "--no-seed"], {})
