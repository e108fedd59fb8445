"""What the swarm did and saw, one JSON object a line, for `logcheck` and for the figures.

Every line has `t` (seconds, monotonic, of the one process that writes) and `op`:

    table     match, game, seats                       a table was opened
    invoke    who, match, seat, version, action_id, action     it is asked for (once a try)
    ok        … ply, version, head                     it was acknowledged
    refused   … status, code                           it was refused: nothing happened
    unknown   … why                                    no answer came: it may have happened
    open, lost    who, match                           a viewer's socket opened, ended
    left      who, match                               a viewer closed the page
    shown     who, match, revision, version, digest    a viewer was drawn a position
    final     who, match, pushed, fresh                digests of the last push and of a fresh page
    fault     what, begin, end                         something was broken, and mended at `end`
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Line = dict[str, Any]


class Journal:
    """An append-only file of lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("a", encoding="utf-8", buffering=1)

    def note(self, op: str, **facts: Any) -> None:
        """Write one line."""
        self._file.write(json.dumps({"t": time.monotonic(), "op": op, **facts}) + "\n")

    def close(self) -> None:
        """Write no more."""
        self._file.close()


def read_journal(path: Path) -> Iterator[Line]:
    """Yield the lines of a journal."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)
