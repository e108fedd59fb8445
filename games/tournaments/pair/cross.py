"""Seeds for those who qualified from several events: by place, and companions far apart.

Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games.tournaments.pair.bracket import bracket_size, slots
from games.tournaments.pair.matching import Edge, cheapest_pairs


@dataclass(frozen=True, slots=True)
class Qualified:
    """An entry that qualified: from which event, and its rank there, from 1."""

    entry: int
    source: str
    rank: int


def cross_seeded(qualified: Sequence[Qualified], count: int) -> list[int]:
    """Return the entries in order of their seeds, for a bracket of `count` entries.

    Winners come first, then the second of every event, and so on. Within such a tier, those of one
    event get seeds that meet the better ones of that event as late as possible; otherwise they keep
    the order given.
    """
    position = {seed: at for at, seed in enumerate(slots(bracket_size(max(count, 2))))}
    placed: list[Qualified] = []
    ordered = sorted(qualified, key=lambda one: one.rank)
    for _, group in groupby(ordered, key=lambda one: one.rank):
        tier = list(group)
        first = len(placed) + 1
        placed += _tier(tier, first, placed, position)
    return [one.entry for one in placed]


def _tier(
    tier: Sequence[Qualified],
    first: int,
    placed: Sequence[Qualified],
    position: dict[int, int],
) -> list[Qualified]:
    """Return one tier in order of its seeds, which begin with `first`: an exact assignment."""
    earlier: dict[str, list[int]] = {}
    for seed, one in enumerate(placed, 1):
        earlier.setdefault(one.source, []).append(position[seed])
    edges: list[Edge] = []
    for at, one in enumerate(tier):
        for to in range(len(tier)):
            met = [position[first + to] ^ other for other in earlier.get(one.source, ())]
            soon = sum([len(position) ** 2 >> 2 * (gap.bit_length() - 1) for gap in met])
            edges.append((at, len(tier) + to, soon * len(tier) ** 3 + (at - to) ** 2))
    seed_of = {seed: tier[at] for at, seed in cheapest_pairs(2 * len(tier), edges)}
    return [seed_of[seed] for seed in sorted(seed_of)]
