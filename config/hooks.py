"""Hooks that apps offer the server as plain attributes of their AppConfig.

`periodic`: pairs of a dotted path and a number of seconds; the server calls that function in a
thread repeatedly, pausing that long after each return. `demo`: the dotted path of a function that
returns the missing steps of seeding a local site's demonstration. Each step is a transaction;
finished ones are left out, so an interrupted run continues from there.

So lower apps need not import anything from above.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.apps import apps
from django.utils.module_loading import import_string

OVER = object()
"""Returned by a job that need not be called again."""


@dataclass(frozen=True)
class Job:
    """A function to call repeatedly, and the pause between calls."""

    name: str
    call: Callable[[], object]
    seconds: float


def periodic_jobs() -> list[Job]:
    """Collect the `periodic` attributes of all apps."""
    return [
        Job(path, import_string(path), seconds)
        for app in apps.get_app_configs()
        for path, seconds in getattr(app, "periodic", ())
    ]


def demo_steps() -> list[Callable[[], object]]:
    """Return the missing steps of the demonstration, in the order of INSTALLED_APPS."""
    paths = [path for app in apps.get_app_configs() if (path := getattr(app, "demo", ""))]
    return [step for path in paths for step in import_string(path)()]
