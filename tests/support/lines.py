"""What a page makes of what it is told on its link, as static/js/link.js does."""

from __future__ import annotations

import json
from typing import Any

ASKING = "&changes=1"
"""What a page adds to its socket's address to be told by what has changed."""


class Lines:
    """The lines that a page was told last on one link."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def read(self, message: str) -> str | dict[str, Any]:
        """Return the fragments that a message tells, or the answer that it is."""
        if not message.startswith("{"):
            return message
        told: dict[str, Any] = json.loads(message)
        if "lines" not in told:
            return told
        before, self._lines = self._lines, []
        for part in told["lines"]:
            self._lines += [part] if isinstance(part, str) else before[slice(*part)]
        return "\n".join(self._lines)
