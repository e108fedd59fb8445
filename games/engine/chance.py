"""Generate all randomness of a match, deterministically from its seed.

Spec: record format, section "Randomness". Operations are numbered across the
match; each draws its own 64-bit words from HMAC-SHA256 blocks, so any
operation can be recomputed on its own. Pure: no random module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count, islice
from operator import mod
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

WORD_RANGE = 1 << 64
WORD_BYTES = 8
WORDS_A_BLOCK = 4
SHA256_BLOCK = 64

_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))


class Chance:
    """The random operations of one match, numbered from `operation`."""

    def __init__(self, seed: bytes, game: str, operation: int = 0) -> None:
        """Take the match's 32-byte `seed`, its `game` key, and the next `operation` (k)."""
        # HMAC by its definition (RFC 2104), keyed once: the hmac module would
        # rekey for every block, at nearly three times the cost.
        key = seed.ljust(SHA256_BLOCK, b"\0")
        if len(key) > SHA256_BLOCK:
            raise ValueError("a seed has 32 bytes")
        self._inner = sha256(key.translate(_INNER_PAD))
        self._outer = sha256(key.translate(_OUTER_PAD))
        self._game = game
        self.operation = operation

    def _blocks(self) -> Iterator[bytes]:
        """Yield the current operation's blocks without end."""
        begun = self._inner.copy()
        begun.update(f"kibitz/1|{self._game}|{self.operation}|".encode())
        for number in count():
            inner, outer = begun.copy(), self._outer.copy()
            inner.update(b"%d" % number)
            outer.update(inner.digest())
            yield outer.digest()

    def _words(self) -> Iterator[int]:
        """Yield the current operation's words without end."""
        for block in self._blocks():
            yield from unpack(">4Q", block)

    def uniform(self, count: int) -> int:
        """Return a number in 0 … count-1, all equally likely (one operation)."""
        word = int.from_bytes(next(self._blocks())[:WORD_BYTES], "big") if count > 1 else 0
        if count > 1 and word < WORD_RANGE - count:
            value = word % count  # Too small to be rejected.
        else:
            value = uniform_of(self._words(), count)
        self.operation += 1
        return value

    def skip_to(self, operation: int) -> None:
        """Make the next operation at least this one, by operations that have one outcome."""
        while self.operation < operation:
            self.uniform(1)

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        """Return the cards in a new random order (one operation)."""
        shuffled = list(cards)
        last = max(0, len(shuffled) - 1)
        blocks = -(-last // WORDS_A_BLOCK)
        words = unpack(f">{blocks * WORDS_A_BLOCK}Q", b"".join(islice(self._blocks(), blocks)))
        if max(words, default=0) < WORD_RANGE - len(shuffled):
            # Too small for any to be rejected: one word per swap, all at once.
            for j in map(mod, words, range(last + 1, 1, -1)):
                shuffled[last], shuffled[j] = shuffled[j], shuffled[last]
                last -= 1
        else:
            shuffle_by(self._words(), shuffled)
        self.operation += 1
        return shuffled


def shuffle_by(words: Iterator[int], cards: list[T]) -> None:
    """Shuffle the list in place, as the record format specifies."""
    for i in range(len(cards) - 1, 0, -1):
        j = uniform_of(words, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def uniform_of(words: Iterator[int], count: int) -> int:
    """Take words until one is below the largest multiple of `count`; take none for 1."""
    if count < 1:
        raise ValueError("uniform needs at least one outcome")
    if count == 1:
        return 0
    limit = WORD_RANGE // count * count
    while (word := next(words)) >= limit:
        pass
    return word % count
