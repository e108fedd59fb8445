"""Finds an icon's sheet: each game has its own, so that a page loads only what it shows.

tools/icons.py builds the sheets; a browser loads one when its first icon is rendered.
"""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings

FOLDER = settings.BASE_DIR / "static" / "icons"
EVERYBODYS = "icons/site.svg"


@cache
def sheets() -> dict[str, str]:
    """Return every icon's sheet, as a static file."""
    return {
        name: f"icons/{path.name}"
        for path in sorted(FOLDER.glob("*.svg"))
        for name in re.findall(r'<symbol id="([^"]+)"', path.read_text(encoding="utf-8"))
    }


def sheet_of(name: str) -> str:
    """Return an icon's static file; for an unknown icon, the site's own sheet."""
    return sheets().get(name, EVERYBODYS)
