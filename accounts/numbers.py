"""Whole numbers out of what a browser sent.

Python's own `int` takes more than digits (signs, spaces, underscores, the digits of every script),
and no database takes as many of them as a form may hold.
"""

from __future__ import annotations


def whole_number(text: str, *, digits: int) -> int | None:
    """Return the number that a text of at most so many digits is; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
