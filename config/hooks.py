"""What apps may ask of the server, by plain attributes of their AppConfig.

`periodic`: pairs of a dotted path and a number of seconds; the server calls that function again
and again in a thread, that long after each return. `demo`: the dotted path of a function that adds
what a freshly started local site should have to show; it must do nothing the second time.

So an app below need not import anything from above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.apps import apps
from django.utils.module_loading import import_string


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


def demo_seeds() -> Iterator[Callable[[], None]]:
    """Collect the `demo` attributes of all apps, in the order of INSTALLED_APPS."""
    for app in apps.get_app_configs():
        if path := getattr(app, "demo", ""):
            yield import_string(path)
