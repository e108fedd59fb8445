"""Which sheet an icon lies in: each game has one of its own, so that a page loads what it shows.

The sheets are built by tools/icons.py; a browser loads one when the first icon of it is drawn.
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
    """Return the static file an icon lies in; of an unknown one, where it would be looked for."""
    return sheets().get(name, EVERYBODYS)
