"""`manage.py lint`: every check that does not run the site.

Standard library only.
"""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from config import ROOT

BIN = Path(sys.executable).parent
LONGEST_LINE = 160  # of a template, so that a designer can change a part without reading the rest
# A lock file or page that names a package index ties everybody to it. Written so that the pattern
# does not match itself.
REGISTRY = re.compile(
    rb"(?:pythonhosted|pypi|npmjs|yarnpkg)\.\w|--(?:extra-)?index-ur[l]|--find-link[s]"
)


@dataclass(frozen=True)
class Check:
    """One command of the linter; `env` adds to or overrides the environment."""

    name: str
    command: Sequence[str]
    env: dict[str, str] = field(default_factory=dict)


def checks() -> list[Check]:
    """Return all checks that are commands, quick ones first."""
    manage = (sys.executable, "manage.py")
    return [
        Check("style", [str(BIN / "ruff"), "check", "."]),
        Check("format", [str(BIN / "ruff"), "format", "--check", "."]),
        Check("imports", [str(BIN / "lint-imports"), "--no-logo"]),
        Check("types", [str(BIN / "mypy")], {"LOCAL": "true"}),
        Check("migrations", [*manage, "makemigrations", "--check", "--dry-run"]),
        Check("deploy", [*manage, "check", "--deploy", "--fail-level", "WARNING"], production()),
    ]


def production() -> dict[str, str]:
    """Return the environment of a production site; nothing in it is reachable."""
    return {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "cards.example.org",
        "DATABASE_URL": "postgresql://app@db.invalid/app",
        "LEAVINGS_FILE": str(ROOT / "leavings"),  # writable, but never written
    }


def run_lint() -> int:
    """Run all checks even if one fails, and say which failed; return the exit status."""
    failed = [check.name for check in checks() if not _passes(check)]
    if named := files_naming_registries():
        print("these files name a package registry:", *named, sep="\n  ")
        failed.append("registries")
    if long := long_template_lines():
        print(f"these lines of templates have over {LONGEST_LINE} characters:", *long, sep="\n  ")
        failed.append("templates")
    print(f"\nkibitz: lint {'FAILED: ' + ', '.join(failed) if failed else 'passed'}")
    return 1 if failed else 0


def _passes(check: Check) -> bool:
    print(f"--- {check.name}", flush=True)
    env = {**os.environ, **check.env}
    return subprocess.run(check.command, cwd=ROOT, env=env, check=False).returncode == 0


def files_naming_registries() -> list[str]:
    """Return the tracked files that name a package index."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 - git is looked up on PATH, as everywhere
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    names = [name.decode() for name in listing.stdout.split(b"\0") if name]
    return [name for name in names if REGISTRY.search(_content(name))]


def long_template_lines() -> list[str]:
    """Return where templates have lines that are too long."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.*"))
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if len(line) > LONGEST_LINE
    ]


def _content(name: str) -> bytes:
    path = ROOT / name
    return path.read_bytes() if path.is_file() else b""
