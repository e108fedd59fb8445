"""The faults in short: a few matches on a site whose every part is killed once, books and all.

The long form is one command: `python -m bench.faults.night --processes 3 --minutes 10`.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from bench.faults import night

FAULTS = ("kill9 postgres", "kill9 redis", "cut viewers 1 s", "lose answers 1 s", "kill9 server")


@pytest.mark.timeout(400)  # it starts a database, a Redis and, one anew, three servers
def test_nothing_acknowledged_is_lost_whatever_is_killed(
    open_folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("redis-server") is None and not os.environ.get("CI"):
        pytest.skip("no redis-server found")
    wrong = night.run(open_folder, 2, 3, FAULTS, pause=2.0, think=0.4, strict=False)
    said = capfd.readouterr().out
    assert not wrong, said
    assert "logcheck: 0 violations" in said, said
