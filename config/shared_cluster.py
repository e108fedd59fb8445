"""The Postgres of tests, of screenshots and of what measures replays: for one of them at a time.

All of them make the same test database there, and whoever came second took it from the first or
found it occupied: nothing but errors, in one run or in both.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO

from config.postgres import Cluster, Options

BASE = Path(__file__).resolve().parent.parent / ".local" / "test-postgres"
WAITING = "kibitz: something else works in the test database of this checkout; waiting for it …"


class SharedInTurn(Cluster):
    """The cluster, which is started only when nobody else uses it."""

    def __init__(self, base: Path = BASE) -> None:
        super().__init__(base, Options(careless=True, create_databases=True, max_connections=200))
        self._turn: IO[str] | None = None

    def start(self) -> None:
        """Wait for our turn, then start."""
        self.place.prepare()
        self._turn = take_turn(self.place.base / "turn.lock")
        super().start()

    def stop(self) -> None:
        """Stop, and let the next one in."""
        super().stop()
        if self._turn is not None:
            self._turn.close()


def take_turn(path: Path) -> IO[str]:
    """Return the lock at `path`, held until it is closed or this process ends; waits for it."""
    lock = path.open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(WAITING, flush=True)
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock
