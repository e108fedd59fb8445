"""Vendored files are the ones VENDORED.md speaks of, and every icon has its author named."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parent.parent / "static"
ROW = re.compile(r"^\| `([^`]+)` \| [^|]+ \| [^|]+ \| [^|]+ \| `([0-9a-f]{64})` \|$", re.M)
LISTED = dict(ROW.findall((STATIC / "vendor" / "VENDORED.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", sorted(LISTED))
def test_a_vendored_file_has_the_sum_that_is_listed(name: str) -> None:
    assert hashlib.sha256((STATIC / "vendor" / name).read_bytes()).hexdigest() == LISTED[name]


def test_every_vendored_file_is_listed() -> None:
    present = {path.name for path in (STATIC / "vendor").iterdir()} - {"VENDORED.md"}
    assert present == set(LISTED)


def test_every_icon_is_attributed() -> None:
    sheets = [path.read_text(encoding="utf-8") for path in (STATIC / "icons").glob("*.svg")]
    attribution = (STATIC / "icons" / "ATTRIBUTION.md").read_text(encoding="utf-8")
    missing = [
        name
        for sheet in sheets
        for name in re.findall(r'<symbol id="([^"]+)"', sheet)
        if f"`{name}`" not in attribution
    ]
    assert missing == []


def test_nothing_in_our_style_sheets_or_scripts_comes_from_elsewhere() -> None:
    ours = [*(STATIC / "css").rglob("*.css"), *(STATIC / "js").rglob("*.js")]
    foreign = re.compile(r"""(?:url\(|import\s|from\s)\s*["']?(?:https?:)?//""")
    assert [path.name for path in ours if foreign.search(path.read_text(encoding="utf-8"))] == []
