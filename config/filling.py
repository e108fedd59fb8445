"""Seeds a local site's demonstration step by step while it is already serving.

Each step is a transaction (`config/hooks.py`), so stopping the site midway loses nothing: the next
start continues with the missing steps.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import OutputWrapper
from django.http import HttpRequest

from config.hooks import OVER, demo_steps

RUNNING: list[Filling] = []
"""This process's seeding while steps are missing; the front page says so."""


class Filling:
    """The missing steps, the progress, and the terminal that shows it."""

    def __init__(self, out: OutputWrapper) -> None:
        self.steps, self.done, self.out = demo_steps(), 0, out
        if self.steps:
            RUNNING.append(self)

    @property
    def total(self) -> int:
        """The number of steps."""
        return len(self.steps)

    def step(self) -> object:
        """Take the next step; return OVER when none is missing."""
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
        """Show progress on one line of a terminal; elsewhere, print only start and end."""
        text = f"kibitz: filling in the demonstration: {self.done} of {self.total}"
        is_last = self.done == self.total
        if self.out.isatty():
            self.out.write(f"\r{text}", ending="\n" if is_last else "")
        elif self.done == 1 or is_last:
            self.out.write(text)
        self.out.flush()


def filling(request: HttpRequest) -> dict[str, Any]:
    """Context processor: add `filling` while steps are missing."""
    return {"filling": RUNNING[0]} if RUNNING else {}
