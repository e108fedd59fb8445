"""Everybody against everybody: Berger's tables.

Spec: tournaments 3.6. Pure: imports no Django, random, time, datetime, os or
secrets.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_ENTRIES = 12


@dataclass(frozen=True, slots=True)
class BergerRound:
    """One round: pairs of seed numbers, the first named in the first seat, and the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None


def berger(count: int, cycles: int = 1) -> list[BergerRound]:
    """Return the rounds of a round robin of seeds 1 to `count`.

    A second cycle is the first with the seats swapped. Raises ValueError for fewer than two
    entries.
    """
    if count < 2:
        raise ValueError("a round robin needs two entries or more")
    even = count + count % 2
    first = [_round(number, even, count) for number in range(even - 1)]
    return [_exchanged(one) if cycle % 2 else one for cycle in range(cycles) for one in first]


def _round(number: int, even: int, count: int) -> BergerRound:
    """Return round `number` (from 0) of a table for an even count."""
    half = even // 2

    def rotated(seed: int) -> int:
        return (seed - 1 + number * half) % (even - 1) + 1

    top = (even, rotated(1)) if number % 2 else (rotated(1), even)
    pairs = [top, *((rotated(k), rotated(even + 1 - k)) for k in range(2, half + 1))]
    if even == count:
        return BergerRound(tuple(pairs), None)
    return BergerRound(tuple(pairs[1:]), rotated(1))


def _exchanged(one: BergerRound) -> BergerRound:
    """Return a round with the seats of every table swapped."""
    return BergerRound(tuple((second, first) for first, second in one.pairs), one.bye)
