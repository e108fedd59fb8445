"""Who looks at a match. May import nothing outside the standard library."""

from __future__ import annotations

from typing import NamedTuple


class Viewer(NamedTuple):
    """A seat, the public, or the open table (everything, after the end)."""

    seat: int | None = None
    sees_all: bool = False

    def is_seat(self, *seats: int) -> bool:
        """Tell whether this viewer knows what one of `seats` was told."""
        return self.sees_all or self.seat in seats


PUBLIC = Viewer()
OPEN_TABLE = Viewer(sees_all=True)
