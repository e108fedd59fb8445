"""Pair the free entries of an arena: exact matching, close in the standings.

Spec: tournaments 3.8. Nobody meets the same opponent twice in a row, unless the two have nobody
else to meet. As many as possible are paired; the entry that was paired last has to wait. Pure:
imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from games.tournaments.pair.contenders import pair_of
from games.tournaments.pair.matching import Edge, cheapest_pairs

NEAR = 12
"""The largest distance of a pair among the free entries: matching all pairs takes too long."""


@dataclass(frozen=True, slots=True)
class Free:
    """A free entry; sequences are in order of the standings.

    last    its last opponent, None before the first game
    since   the number of the table it was given last, 0 for none
    """

    entry: int
    last: int | None = None
    since: int = 0


def pair_free(
    free: Sequence[Free], everybody: Collection[int], apart: Collection[tuple[int, int]] = ()
) -> list[tuple[int, int]]:
    """Return the pairs, best first, each with the higher in the standings first.

    `everybody` is every entry taking part now, including those playing, whom one could wait for.
    `apart` are pairs (lower entry first) that never meet.
    """
    pairs = _matched(free, NEAR, everybody, apart)
    if apart and 2 * len(pairs) < len(free) - len(free) % 2:
        pairs = _matched(free, max(NEAR, len(free)), everybody, apart)
    return [(free[one].entry, free[other].entry) for one, other in pairs]


def _matched(
    free: Sequence[Free],
    near: int,
    everybody: Collection[int],
    apart: Collection[tuple[int, int]],
) -> list[tuple[int, int]]:
    """Return the best pairs, by index, of entries at most `near` places apart."""
    waits = _waits(free)

    def edges() -> Iterator[Edge]:
        for one in range(len(free)):
            for other in range(one + 1, min(len(free), one + 1 + near)):
                if may_meet(free[one], free[other], everybody, apart):
                    waited = waits[one] + waits[other]
                    yield one, other, (other - one) ** 2 - len(free) * near**2 * waited

    return cheapest_pairs(len(free), edges())


def _waits(free: Sequence[Free]) -> list[int]:
    """Return for each entry how many were paired after it."""
    return [sum(other.since > one.since for other in free) for one in free]


def may_meet(
    one: Free, other: Free, everybody: Collection[int], apart: Collection[tuple[int, int]]
) -> bool:
    """Say whether two may meet now."""
    if pair_of(one.entry, other.entry) in apart:
        return False
    if one.last != other.entry and other.last != one.entry:
        return True
    rest = [third for third in everybody if third not in (one.entry, other.entry)]
    return not any(
        pair_of(each.entry, third) not in apart for each in (one, other) for third in rest
    )
