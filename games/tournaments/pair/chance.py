"""Numbers determined by a tournament's seed: the same in every process, forever.

Pairings may be proposed twice, on another machine, and must come out the same; so nothing here uses
a clock or a random generator. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Stream:
    """A stream of 64-bit words (splitmix64) determined by its key."""

    def __init__(self, *key: str | int) -> None:
        """Start a stream; `key` is, say, the tournament's seed, round and attempt."""
        text = "kibitz-pairing/1|" + "|".join(map(str, key))
        self._state = int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def word(self) -> int:
        """Return the next word."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, count: int) -> int:
        """Return a number in 0 ... count-1, all equally likely."""
        limit = (1 << 64) // count * count
        while (word := self.word()) >= limit:
            pass
        return word % count

    def fraction(self) -> float:
        """Return a number in [0, 1)."""
        return (self.word() >> 11) / (1 << 53)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a new order, all equally likely."""
        order = list(items)
        for at in range(len(order) - 1, 0, -1):
            other = self.below(at + 1)
            order[at], order[other] = order[other], order[at]
        return order
