"""Finds a Chromium for the browser tests. Standard library only."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

# The headless shell first: without windows it is faster, and it always closes its pages
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def find_chromium() -> str | None:
    """Return the path of a Chromium: set in CHROMIUM, on PATH, or in macOS's usual place."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    for name in NAMES:
        if found := shutil.which(name):
            return found
    return str(MAC) if MAC.exists() else None
