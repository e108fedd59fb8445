"""Preloads all our modules, templates and catalogues before a process serves or runs jobs.

During an upgrade the folders already hold the new version: an old process that loaded files lazily
would mix both.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import engines
from django.utils import translation

from games.registry import all_rulesets

KINDS = {"django": {".html", ".txt"}, "fragments": {".jinja"}}
"""The file suffixes of each template engine."""
PACKAGES = ("accounts", "games", "replays")
"""Packages with modules that are imported by name, or lazily."""
COMMANDS = {"management", "migrations"}
"""Packages that a running process never imports."""


def read_all() -> None:
    """Preload everything."""
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in _modules(package.__path__, f"{name}."):
            importlib.import_module(module)
    all_rulesets()
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            pass  # activating a language loads its catalogue
    read_templates()


def _modules(path: Any, prefix: str) -> Iterator[str]:
    """Yield the names of all modules below a folder, except commands and migrations."""
    for found in pkgutil.iter_modules(path, prefix):
        if found.name.rpartition(".")[2] in COMMANDS:
            continue
        yield found.name
        if found.ispkg:
            yield from _modules(importlib.import_module(found.name).__path__, f"{found.name}.")


def read_templates() -> None:
    """Compile every page and fragment; the engines cache them."""
    for name, suffixes in KINDS.items():
        engine: Any = engines[name]
        for folder in engine.dirs:
            for path in Path(folder).rglob("*"):
                if path.suffix in suffixes:
                    engine.get_template(path.relative_to(folder).as_posix())
