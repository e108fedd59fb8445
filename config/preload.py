"""All modules, templates and catalogues of ours, read before a process serves or ticks.

While a new version is put in place, their folders hold the new ones already: a process of the old
version would read those that it has not used yet, and give them what its own were given.
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
"""Which files each engine reads."""
PACKAGES = ("accounts", "games", "replays")
"""Where modules are found by name, or asked for in the course of things."""
COMMANDS = {"management", "migrations"}
"""What no process that runs asks for."""


def read_all() -> None:
    """Let nothing of ours be read from a file later on."""
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in _modules(package.__path__, f"{name}."):
            importlib.import_module(module)
    all_rulesets()
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            pass  # its catalogue is read by being chosen
    read_templates()


def _modules(path: Any, prefix: str) -> Iterator[str]:
    """Yield the names of all modules below a folder but those of commands."""
    for found in pkgutil.iter_modules(path, prefix):
        if found.name.rpartition(".")[2] in COMMANDS:
            continue
        yield found.name
        if found.ispkg:
            yield from _modules(importlib.import_module(found.name).__path__, f"{found.name}.")


def read_templates() -> None:
    """Read and compile every page and fragment; the engines keep them."""
    for name, suffixes in KINDS.items():
        engine: Any = engines[name]
        for folder in engine.dirs:
            for path in Path(folder).rglob("*"):
                if path.suffix in suffixes:
                    engine.get_template(path.relative_to(folder).as_posix())
