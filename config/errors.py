"""Why the site cannot start. Standard library only."""

from __future__ import annotations


class CannotStart(Exception):
    """Shown to whoever started the site as one line; says why, and what to do."""
