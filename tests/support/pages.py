"""What a page shows, whatever white space its templates leave around it."""

from __future__ import annotations


def shows(page: str, expected: str) -> bool:
    """Tell whether a page has this markup or text, whatever white space stands in either."""
    return "".join(expected.split()) in "".join(page.split())
