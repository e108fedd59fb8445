"""Of two test runs in one checkout the second waits: both would work in the same database."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from config.database.exclusive import WAITING, take_turn

ANOTHER = """
import pathlib, sys
from config.database.exclusive import take_turn
take_turn(pathlib.Path(sys.argv[1]))
print("mine")
"""


def test_the_second_says_that_it_waits_and_goes_on_after_the_first(tmp_path: Path) -> None:
    path = tmp_path / "turn.lock"
    first = take_turn(path)
    command = [sys.executable, "-c", ANOTHER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as second:
        assert second.stdout is not None
        assert second.stdout.readline() == f"{WAITING}\n"
        assert second.poll() is None
        first.close()
        assert second.stdout.read() == "mine\n"


def test_who_is_alone_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        take_turn(tmp_path / "turn.lock").close()
    assert capsys.readouterr().out == ""
