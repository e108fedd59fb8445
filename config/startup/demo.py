"""Seeds a local site's demonstration step by step while it is already serving.

Each step is a transaction, so stopping the site midway loses nothing: the next start continues with
the missing steps.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import OutputWrapper
from django.http import HttpRequest

from accounts.registry import OVER, demo_steps

RUNNING: list[DemoSeeding] = []
"""This process's seeding while steps are missing; the front page says so."""


class DemoSeeding:
    """The missing steps, the progress, and the terminal that shows it."""

    def __init__(self, out: OutputWrapper) -> None:
        self.steps, self.done, self.out = demo_steps(), 0, out
        self.total = len(self.steps)
        if self.steps:
            RUNNING.append(self)

    def step(self) -> object:
        """Take the next step; return OVER when none is missing."""
        if self.done < self.total:
            self.steps[self.done]()
            self.done += 1
            self._show_progress()
        if self.done < self.total:
            return None
        if self in RUNNING:
            RUNNING.remove(self)
        return OVER

    def _show_progress(self) -> None:
        """Show progress on one line of a terminal; elsewhere, print only start and end."""
        text = f"kibitz: filling in the demonstration: {self.done} of {self.total}"
        is_last = self.done == self.total
        if self.out.isatty():
            self.out.write(f"\r{text}", ending="\n" if is_last else "")
        elif self.done == 1 or is_last:
            self.out.write(text)
        self.out.flush()


def progress(request: HttpRequest) -> dict[str, Any]:
    """Context processor: add `filling` while steps are missing."""
    return {"filling": RUNNING[0]} if RUNNING else {}
