"""All randomness of a match: a stream of numbers fixed by its seed.

Spec: record format, section "Randomness". Operations are counted over the
match; each draws its own 64-bit words from HMAC-SHA256 blocks, so any
operation can be recomputed by itself. Pure: no random module.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

WORD_RANGE = 1 << 64


class Chance:
    """The random operations of one match, numbered from `operation`."""

    def __init__(self, seed: bytes, game: str, operation: int = 0) -> None:
        """`seed` is the match's 32 bytes, `game` its key, `operation` the next k."""
        self._seed = seed
        self._game = game
        self.operation = operation

    def _words(self) -> Iterator[int]:
        """Yield the 64-bit words of the current operation, then claim the next."""
        prefix = f"kibitz/1|{self._game}|{self.operation}|"
        block = 0
        while True:
            digest = hmac.digest(self._seed, f"{prefix}{block}".encode(), "sha256")
            for start in range(0, 32, 8):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1

    def uniform(self, count: int) -> int:
        """Return a number in 0 … count−1, every one equally likely (one operation)."""
        value = _uniform(self._words(), count)
        self.operation += 1
        return value

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        """Return the cards in a new random order (one operation)."""
        shuffled = list(cards)
        words = self._words()
        for i in range(len(shuffled) - 1, 0, -1):
            j = _uniform(words, i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        self.operation += 1
        return shuffled


def _uniform(words: Iterator[int], count: int) -> int:
    """Take words until one falls below the largest multiple of `count`."""
    if count < 1:
        raise ValueError("uniform needs at least one outcome")
    if count == 1:
        return 0
    limit = WORD_RANGE // count * count
    while (word := next(words)) >= limit:
        pass
    return word % count
