"""What the running site imports is installed with it, not only with the tests' packages."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OURS = ("accounts", "config", "games", "replays")


def imported(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the packages that a module imports when it is imported."""
    for one in body:
        if isinstance(one, ast.Import):
            yield from (name.name.split(".")[0] for name in one.names)
        elif isinstance(one, ast.ImportFrom) and one.module:
            yield one.module.split(".")[0]


def test_every_package_that_games_and_pages_import_is_one_of_the_sites_own() -> None:
    text = (ROOT / "requirements" / "base.txt").read_text(encoding="utf-8")
    installed = {normal(one) for one in re.findall(r"^([\w.-]+)(?:\[.*\])?==", text, re.M)}
    known = packages_distributions()
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in OURS
        for path in (ROOT / folder).rglob("*.py")
        if "development" not in path.parts
        for name in imported(ast.parse(path.read_text(encoding="utf-8")).body)
        if name not in {*OURS, *sys.stdlib_module_names}
        and installed.isdisjoint(normal(one) for one in known.get(name, [name]))
    }
    assert sorted(missing) == []


def normal(name: str) -> str:
    """Return a distribution's name as indexes compare them."""
    return re.sub(r"[-_.]+", "-", name).lower()
