"""Tunes a server process's garbage collector for long-lived objects.

With thousands of open sockets a full collection takes a tenth of a second and finds almost nothing.
So objects loaded at start-up are exempt, and the rest is collected less often. Must not import
Django.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (50_000, 20, 50)


@contextmanager
def uncollected() -> Iterator[None]:
    """Disable collection: `migrate` creates thousands of models, and is a third faster so."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def spare_what_lives_long() -> None:
    """Freeze all objects loaded so far; call it once the server listens."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
