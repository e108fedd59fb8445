"""Hooks that an AppConfig may name, so that accounts need not import the apps above it.

`profile` returns a panel for a person's page (`panels.py`); `leaving` gets a person who leaves the
site (`privacy/leave.py`), `renaming` a renamed person and the old name (`moderation/rename.py`),
`barring` a barred person and the end of the ban (`moderation/decide.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.utils.module_loading import import_string


def hooks(name: str) -> Iterator[Callable[..., Any]]:
    """Return the functions in the apps' attribute `name`, in the order of INSTALLED_APPS."""
    for app in apps.get_app_configs():
        if path := getattr(app, name, ""):
            yield import_string(path)
