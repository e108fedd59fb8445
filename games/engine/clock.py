"""Model thinking time as a pure value: a limit per turn, and a reserve per seat.

A turn may last `turn_ms`. Time beyond that is deducted from the seat's reserve;
when the reserve is used up too, the turn has timed out. This module reads no
clock: callers pass in milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Clock:
    """`reserves` are the milliseconds each seat has left beyond its turns."""

    turn_ms: int
    reserves: tuple[int, ...]

    @classmethod
    def fresh(cls, *, turn_ms: int, reserve_ms: int, seats: int) -> Clock:
        """Return the clock at the start of a match."""
        return cls(turn_ms, (reserve_ms,) * seats)

    def allowance(self, seat: int) -> int:
        """Return how many milliseconds a turn starting now may last."""
        return self.turn_ms + self.reserves[seat]

    def after_turn(self, seat: int, elapsed_ms: int) -> Clock:
        """Return the clock once `seat` has spent `elapsed_ms` on one turn."""
        over = max(0, elapsed_ms - self.turn_ms)
        left = max(0, self.reserves[seat] - over)
        reserves = (*self.reserves[:seat], left, *self.reserves[seat + 1 :])
        return replace(self, reserves=reserves)
