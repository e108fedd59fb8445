"""The demonstration of a local site, filled in step by step while the site is served already.

Each step is a transaction (`config/hooks.py`), so whoever stops the site meanwhile loses nothing:
the next start goes on with what is lacking.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import OutputWrapper
from django.http import HttpRequest

from config.hooks import OVER, demo_steps

RUNNING: list[Filling] = []
"""The one of this process, as long as something is lacking: its front page says so."""


class Filling:
    """What is lacking, how far we are, and the terminal that is told so."""

    def __init__(self, out: OutputWrapper) -> None:
        self.steps, self.done, self.out = demo_steps(), 0, out
        if self.steps:
            RUNNING.append(self)

    @property
    def total(self) -> int:
        """How many steps there are."""
        return len(self.steps)

    def step(self) -> object:
        """Take the next step; returns OVER when nothing is lacking any more."""
        if self.done < self.total:
            self.steps[self.done]()
            self.done += 1
            self._tell()
        if self.done < self.total:
            return None
        if self in RUNNING:
            RUNNING.remove(self)
        return OVER

    def _tell(self) -> None:
        """Say it on one line of a terminal; anywhere else begin and end will do."""
        text = f"kibitz: filling in the demonstration: {self.done} of {self.total}"
        is_last = self.done == self.total
        if self.out.isatty():
            self.out.write(f"\r{text}", ending="\n" if is_last else "")
        elif self.done == 1 or is_last:
            self.out.write(text)
        self.out.flush()


def filling(request: HttpRequest) -> dict[str, Any]:
    """A context processor: `filling`, while something is lacking."""
    return {"filling": RUNNING[0]} if RUNNING else {}
