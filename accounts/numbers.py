"""Parses whole numbers from a browser's input.

Python's `int` accepts more than digits (signs, spaces, underscores, the digits of every script),
and a form may contain more digits than any database column holds.
"""

from __future__ import annotations


def whole_number(text: str, *, digits: int) -> int | None:
    """Return the number in a text of at most `digits` digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
