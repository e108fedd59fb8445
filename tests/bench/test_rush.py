"""A rush in short; the long form is `python -m bench.faults.rush --processes 3`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from config import ROOT


@pytest.mark.timeout(400)  # it starts a database, a Redis and five times a server
def test_one_of_fifty_writers_wins_seekers_meet_and_each_deadline_counts_once() -> None:
    if shutil.which("redis-server") is None and not os.environ.get("CI"):
        pytest.skip("no redis-server found")
    command = [sys.executable, "-m", "bench.faults.rush", "--processes", "2"]
    command += ["--rounds", "2", "--deadlines", "12", "--seekers", "40"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "40 people at 10 tables, 10 full" in done.stdout
    assert "logcheck: 0 violations" in done.stdout
