"""Where a Chromium is, for the browser tests. Standard library only."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

# The shell first: it has no windows, which makes it faster, and it always ends its pages
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def find_chromium() -> str | None:
    """The path of a Chromium: named by CHROMIUM, on PATH, or where macOS keeps it."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    for name in NAMES:
        if found := shutil.which(name):
            return found
    return str(MAC) if MAC.exists() else None
