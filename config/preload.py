"""All templates of ours, read before a process serves.

While a new version is put in place, their folder holds the new ones already: a process of the old
version would read those that it has not shown yet, and give them what its own were given.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.template import engines

KINDS = {"django": {".html", ".txt"}, "fragments": {".jinja"}}
"""Which files each engine reads."""


def read_templates() -> None:
    """Read and compile every page and fragment; the engines keep them."""
    for name, suffixes in KINDS.items():
        engine: Any = engines[name]
        for folder in engine.dirs:
            for path in Path(folder).rglob("*"):
                if path.suffix in suffixes:
                    engine.get_template(path.relative_to(folder).as_posix())
