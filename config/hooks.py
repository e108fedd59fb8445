"""What apps may ask of the server, by plain attributes of their AppConfig.

`periodic`: pairs of a dotted path and a number of seconds; the server calls that function again
and again in a thread, that long after each return. `demo`: the dotted path of a function that
returns the steps by which a freshly started local site gets what it should have to show. Each is a
transaction; those taken before are not among them, so who is stopped midway goes on from there.

So an app below need not import anything from above.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.apps import apps
from django.utils.module_loading import import_string

OVER = object()
"""What a job returns that need not be called any more."""


@dataclass(frozen=True)
class Job:
    """A function to call again and again, and the pause between two calls."""

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
    """Return what the demonstration still lacks, in the order of INSTALLED_APPS."""
    paths = [path for app in apps.get_app_configs() if (path := getattr(app, "demo", ""))]
    return [step for path in paths for step in import_string(path)()]
