"""Preloads all our modules, templates and catalogues before a process serves or runs jobs.

During an upgrade the folders already hold the new version: an old process that loaded files lazily
would mix both.
"""

from __future__ import annotations

import importlib
import pkgutil
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
UNUSED = {"management", "migrations"}
"""Packages that a running process never imports."""


def read_all() -> None:
    """Preload everything."""
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if UNUSED.isdisjoint(module.name.split(".")):
                importlib.import_module(module.name)
    all_rulesets()
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            pass  # activating a language loads its catalogue
    read_templates()


def read_templates() -> None:
    """Compile every page and fragment; the engines cache them."""
    for name, suffixes in KINDS.items():
        engine: Any = engines[name]
        for folder in engine.dirs:
            for path in Path(folder).rglob("*"):
                if path.suffix in suffixes:
                    engine.get_template(path.relative_to(folder).as_posix())
