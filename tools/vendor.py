"""Refreshes static/vendor: other people's files that the site serves as they are.

Run `python tools/vendor.py` (needs npm) after changing FILES; commit what it writes.
VENDORED.md names every file with its origin, licence and SHA-256, and tests/test_vendored.py
checks the sums. Standard library only.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from npm_package import unpack

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"


@dataclass(frozen=True)
class File:
    """One file of a package, and the name it gets here."""

    package: str
    version: str
    licence: str
    source: str
    name: str


FRAUNCES = ("@fontsource-variable/fraunces", "5.3.0", "OFL-1.1")
SOURCE_SANS = ("@fontsource-variable/source-sans-3", "5.3.0", "OFL-1.1")
PICO = ("@picocss/pico", "2.1.1", "MIT")
HTMX = ("htmx.org", "4.0.1", "0BSD")

FILES = (
    File(*HTMX, "dist/htmx.min.js", "htmx.min.js"),
    File(*HTMX, "LICENSE", "htmx.LICENSE"),
    File(*PICO, "css/pico.min.css", "pico.min.css"),
    File(*PICO, "LICENSE.md", "pico.LICENSE.md"),
    File(*FRAUNCES, "files/fraunces-latin-wght-normal.woff2", "fraunces-latin.woff2"),
    File(*FRAUNCES, "LICENSE", "fraunces.LICENSE"),
    File(*SOURCE_SANS, "files/source-sans-3-latin-wght-normal.woff2", "source-sans-3-latin.woff2"),
    File(
        *SOURCE_SANS,
        "files/source-sans-3-latin-ext-wght-normal.woff2",
        "source-sans-3-latin-ext.woff2",
    ),
    File(*SOURCE_SANS, "LICENSE", "source-sans-3.LICENSE"),
)

HEADER = """# Vendored files

Other people's files, served as they are. Written by `tools/vendor.py`;
`tests/test_vendored.py` checks the sums.

| file | package | version | licence | SHA-256 |
| --- | --- | --- | --- | --- |
"""


def sha256(path: Path) -> str:
    """Return the hexadecimal SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Fetch every file of FILES and write VENDORED.md."""
    VENDOR.mkdir(parents=True, exist_ok=True)
    rows = []
    with tempfile.TemporaryDirectory() as work:
        for file in FILES:
            package = unpack(file.package, file.version, Path(work))
            target = VENDOR / file.name
            shutil.copyfile(package / file.source, target)
            cells = (f"`{file.name}`", file.package, file.version, file.licence)
            rows.append(f"| {' | '.join(cells)} | `{sha256(target)}` |\n")
    (VENDOR / "VENDORED.md").write_text(HEADER + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
