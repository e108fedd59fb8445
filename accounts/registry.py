"""The registry by which apps call what lies above them without importing it.

The lower app declares a `Hook`: here, or beside the code that calls it. The upper app registers its
functions in `AppConfig.ready()`, so they run in the order of INSTALLED_APPS. They run inside the
caller's transaction: if one raises, everything is rolled back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse

from accounts.models import User

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """An extension point: calling it calls every registered function."""

    def __init__(self) -> None:
        self.functions: list[Callable[P, R]] = []

    def register(self, function: Callable[P, R]) -> None:
        """Add a function."""
        self.functions.append(function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        """Call the functions in turn, and return their results."""
        return [function(*args, **kwargs) for function in self.functions]


@dataclass(frozen=True)
class Panel:
    """A template and its data, available there as `panel`; `deed`: a template for the page head."""

    template: str
    data: dict[str, Any]
    deed: str = ""


profile_panels: Hook[[HttpRequest, User], Panel] = Hook()
"""Return a panel for the page of a person, as seen by the request's user."""
person_leaves: Hook[[User], None] = Hook()
"""Remove the name of somebody who leaves the site from what stays, or raise LeaveRefused."""
person_renamed: Hook[[User, str], None] = Hook()
"""Replace the old name of a renamed person wherever it was stored."""
person_barred: Hook[[User, datetime | None], None] = Hook()
"""Take a barred person out of what is going on, so that nobody waits for them.

The second argument is the end of the ban, None for good.
"""
guest_claimed: Hook[[User, User], None] = Hook()
"""Give what a guest has, the first, to an account, the second."""
barred_login: Hook[[HttpRequest, User], HttpResponse] = Hook()
"""Answer a barred person who gave the right password; one function alone."""

tables_waiting: Hook[[User], int] = Hook()
"""Return how many tables wait for a person to act: the number on the app's icon."""


@dataclass(frozen=True)
class Job:
    """A function to call repeatedly, and the pause between calls."""

    name: str
    call: Callable[[], object]
    seconds: float


OVER = object()
"""Returned by a job that need not be called again."""
_jobs: list[Job] = []


def periodic(function: Callable[[], object], *, seconds: float) -> None:
    """Register a job: the server calls it in a thread, pausing that long after each return."""
    _jobs.append(Job(f"{function.__module__}.{function.__qualname__}", function, seconds))


def periodic_jobs() -> list[Job]:
    """Return the jobs of all apps."""
    return [*_jobs]


missing_demo_steps: Hook[[], list[Callable[[], object]]] = Hook()
"""Return the steps still missing from a local site's demonstration.

Each step is a transaction and done only once, so an interrupted run continues where it stopped.
"""


def demo_steps() -> list[Callable[[], object]]:
    """Return the missing steps of all apps, in order."""
    return [step for steps in missing_demo_steps() for step in steps]
