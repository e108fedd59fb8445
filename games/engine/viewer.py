"""Identify who is viewing a match. May import nothing outside the standard library."""

from __future__ import annotations

from typing import NamedTuple


class Viewer(NamedTuple):
    """A seat, the public, or the open table (which sees everything, after the end).

    `stays_closed`: the end opens nothing to this viewer, because others still play the same deal.
    """

    seat: int | None = None
    sees_all: bool = False
    stays_closed: bool = False

    def is_seat(self, *seats: int) -> bool:
        """Tell whether this viewer sees what any of `seats` sees."""
        return self.sees_all or self.seat in seats


PUBLIC = Viewer()
OPEN_TABLE = Viewer(sees_all=True)
