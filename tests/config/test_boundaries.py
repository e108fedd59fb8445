"""Services write, selectors read, what answers does neither; import-linter cannot see that."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from config import ROOT

APPS = ("accounts", "games", "replays")
ANSWERS = {"views", "views.py", "api", "api.py", "handlers", "templatetags"}
"""The folders and modules that answer a browser or a program, or draw for one that does."""
READ = {"selectors.py", "presenters.py", "access.py"}
ASKS = {"objects", "raw"}
WRITES = {
    "save", "create", "bulk_create", "bulk_update", "update_or_create", "get_or_create",
    "select_for_update", "atomic",
}  # fmt: skip


def modules(names: set[str]) -> Iterator[Path]:
    """Yield our modules of these names, or below folders of these names."""
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            if names & set(path.relative_to(ROOT).parts):
                yield path


def uses(path: Path, attributes: set[str]) -> list[str]:
    """Return where a module uses one of some attributes."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        f"{path.relative_to(ROOT)}:{node.lineno} .{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in attributes
    ]


def test_what_answers_asks_selectors_and_services() -> None:
    assert list(modules(ANSWERS))
    assert [use for path in modules(ANSWERS) for use in uses(path, ASKS | WRITES)] == []


def test_what_reads_does_not_write() -> None:
    assert list(modules(READ))
    assert [use for path in modules(READ) for use in uses(path, WRITES)] == []
