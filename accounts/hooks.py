"""What an AppConfig may name for accounts to call, which knows none of the apps above it.

`profile` makes a panel of a person's page (`panels.py`); `leaving` is called with a person who
leaves the site (`privacy/leave.py`), `renaming` with one who is given another name and the old one
(`moderation/rename.py`), `barring` with one who is barred and until when (`moderation/decide.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.utils.module_loading import import_string


def hooks(name: str) -> Iterator[Callable[..., Any]]:
    """Return the functions that apps name by the attribute `name`, in INSTALLED_APPS' order."""
    for app in apps.get_app_configs():
        if path := getattr(app, name, ""):
            yield import_string(path)
