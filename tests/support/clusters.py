"""Embedded clusters for tests, and processes that hold one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import psycopg

from config import ROOT
from config.database import location
from config.database.embedded import Cluster, Options

PATIENCE = 60
HOLDER = """
import sys
from pathlib import Path
from config.database.embedded import Cluster, Options
with Cluster(Path(sys.argv[1]), Options(careless=True)):
    print("in", flush=True)
    sys.stdin.read()
"""


def careless(base: Path) -> Cluster:
    """A cluster that nobody will miss."""
    return Cluster(base, Options(careless=True))


def hold(base: Path, **env: str) -> subprocess.Popen[str]:
    """Another process that is in the cluster until its standard input closes."""
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(base)],
        cwd=ROOT,
        env={**os.environ, **env},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def wait_in(holder: subprocess.Popen[str]) -> None:
    """Return when the holder is in."""
    assert holder.stdout is not None
    assert holder.stdout.readline() == "in\n"


def let_go(holder: subprocess.Popen[str]) -> None:
    """End a holder in good order."""
    holder.communicate(timeout=PATIENCE)
    assert holder.returncode == 0


def ask(cluster: Cluster, sql: str) -> object:
    """One value, asked by the site's own role."""
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        row = connection.execute(sql).fetchone()
    return row[0] if row else None


def do(cluster: Cluster, sql: str) -> None:
    """One statement without an answer."""
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute(sql)


def home(base: Path) -> Path:
    """Where the cluster wanted at `base` lives: elsewhere, if the server cannot get there."""
    return location.find(base).base


def server_pid(base: Path) -> int:
    """The pid that the server wrote down."""
    return int((home(base) / "data" / "postmaster.pid").read_text().split()[0])


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_until(condition: Callable[[], bool]) -> None:
    """Return as soon as `condition` holds; fail if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "this never came true"
        time.sleep(0.02)
