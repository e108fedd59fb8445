"""The error for a site that cannot start. Standard library only."""

from __future__ import annotations


class CannotStart(Exception):
    """Shown to the operator as one line that says why, and what to do."""
