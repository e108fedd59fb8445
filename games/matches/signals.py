"""Signals for the apps above `matches`, which knows none of them."""

from __future__ import annotations

from django.dispatch import Signal

match_finished = Signal()
"""Sent inside the transaction that ends a match, with `match`. A receiver that raises rolls back
the ending action, so receivers must only write rows."""

seats_changing = Signal()
"""Sent before somebody sits down, stands up, adds or removes a bot or frees another's seat at an
open table, with `match`, `user`, `verb` and `number` (or None). A receiver that raises a Refusal
forbids it."""
