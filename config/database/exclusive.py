"""The Postgres cluster of tests, screenshots and the replay benchmarks: one run at a time.

They all create the same test database there. Two runs at once would drop each other's database or
find it in use.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO

from config import ROOT
from config.database.embedded import Cluster, Options

BASE = ROOT / ".local" / "test-postgres"
WAITING = "kibitz: something else works in the test database of this checkout; waiting for it …"


class SharedInTurn(Cluster):
    """The cluster, started only when no other run uses it."""

    def __init__(self, base: Path = BASE) -> None:
        super().__init__(base, Options(careless=True, create_databases=True, max_connections=200))
        self._turn: IO[str] | None = None

    def start(self) -> None:
        """Wait for the lock, then start."""
        self.place.prepare()
        self._turn = take_turn(self.place.base / "turn.lock")
        super().start()

    def stop(self) -> None:
        """Stop, and release the lock."""
        super().stop()
        if self._turn is not None:
            self._turn.close()


def take_turn(path: Path) -> IO[str]:
    """Wait for the lock at `path` and return it, held until closed or this process ends."""
    lock = path.open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(WAITING, flush=True)
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock
