"""Several people who do something in the same moment, each in a thread and a connection."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections

PATIENCE = 60
Attempt = Callable[[], Any]


def at_once(attempts: list[Attempt]) -> list[str]:
    """Make every attempt in a thread of its own, together; return how each ended."""
    together = Barrier(len(attempts))

    def ended(attempt: Attempt) -> str:
        together.wait(PATIENCE)
        try:
            attempt()
        except Exception as refusal:
            return str(getattr(refusal, "code", refusal))
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(len(attempts)) as pool:
        return sorted(pool.map(ended, attempts))
