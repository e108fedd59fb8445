"""The games know no framework, clock, die, file or network."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PURE = sorted(
    [
        *ROOT.glob("games/engine/**/*.py"),
        *ROOT.glob("games/rules/**/*.py"),
        ROOT / "games/registry.py",
    ]
)
FORBIDDEN = {
    "random", "time", "datetime", "os", "secrets", "socket", "subprocess", "threading", "asyncio",
    "logging", "urllib", "http", "uuid", "tempfile", "django", "channels", "asgiref", "psycopg",
}  # fmt: skip

SCRIPT = """
import sys
from games.registry import all_rules
assert all_rules()
loaded = {name.partition(".")[0] for name in sys.modules}
alien = loaded & {"django", "channels", "asgiref", "psycopg"}
assert not alien, alien
"""


def imported_by(source: Path) -> Iterator[str]:
    """Yield the top-level name of every module that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("source", PURE, ids=lambda path: str(path.relative_to(ROOT)))
def test_pure_code_imports_nothing_impure(source: Path) -> None:
    assert not FORBIDDEN & set(imported_by(source))


def test_finding_all_games_loads_no_framework() -> None:
    subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, check=True)
