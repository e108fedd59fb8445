"""Bound how much of a rating one opponent can bring.

What two opponents have taken from each other on a ladder is kept in `Pair`s, and fades. The more of
it flowed one way, the less the next comparison of the two counts in that direction: for both, and
for certainty as well. A comparison that goes the other way counts in full. So colluders can lift
one of them by CAP each at most, while the results of people of any strength who just play each
other often go both ways around what their ratings predict. Decision 0035 says why these numbers;
`bench/farming.py` tries them. Pure: imports no Django, random, time, datetime, os or secrets; times
are UTC seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.ratings.algorithm import STORED_DECIMALS
from games.ratings.display import DAY, SCALE

BOUND_SINCE = 2
"""The first algorithm version with the bound; matches of an earlier one neither obey nor fill it."""
CAP = 2.0
"""The most that one opponent brings, in mu."""
CAP_POINTS = round(CAP * SCALE)
HALF_LIFE = 730.0
"""Days after which half of what was brought is forgotten."""
STEEPNESS = 4
"""How late the weight falls: half of CAP leaves 94 % of it, three quarters 68 %."""
NEGLIGIBLE = 0.02
"""What a new season need not remember, in mu."""

Couple = tuple[int, int]
"""Two opponents, the lower id first."""


class Pair(NamedTuple):
    """What two opponents have brought each other, in mu; negative: taken. As of `at`."""

    to_first: float = 0.0
    to_second: float = 0.0
    at: float = 0.0

    def faded(self, at: float) -> Pair:
        """Return what is left of it at a later time."""
        kept = 0.5 ** ((at - self.at) / (HALF_LIFE * DAY))
        return Pair(self.to_first * kept, self.to_second * kept, at)


def weight(gained: float, lost: float) -> float:
    """Return how much one more gain counts, 0 to 1, for a winner who has `gained` so much from
    the loser, who has `lost` so much to the winner (mu)."""
    brought = max(gained, lost, 0.0) / CAP
    return max(0.0, 1.0 - brought**STEEPNESS)


def carried(pairs: Mapping[Couple, Pair], kept: float) -> dict[Couple, Pair]:
    """Return the pairs with which a season starts, when ratings keep `kept` of their distance."""
    reduced = {
        couple: Pair(round(pair.to_first * kept, 6), round(pair.to_second * kept, 6), pair.at)
        for couple, pair in pairs.items()
    }
    return {
        couple: pair
        for couple, pair in reduced.items()
        if max(abs(pair.to_first), abs(pair.to_second)) >= NEGLIGIBLE
    }


class Weigher:
    """Weighs the comparisons of one match, and notes in `pairs` what they bring.

    `people` are the teams' members with the variance at which they enter; `has_side` tells whether
    each team has a virtual member behind them, which learns from everybody's mean.
    """

    def __init__(
        self,
        pairs: dict[Couple, Pair],
        people: Sequence[Sequence[tuple[int, float]]],
        at: float,
        has_side: bool,
    ) -> None:
        self.pairs, self.people, self.at, self.has_side = pairs, people, at, has_side

    def __call__(self, i: int, q: int, gradient: float) -> tuple[list[float], list[float]]:
        """Return the weights of a comparison for each member of teams i and q.

        `gradient` is team i's (the other's is its negative). A member's weight is the mean over
        the people of the other team, each of whom brings an equal share.
        """
        own, others = self.people[i], self.people[q]
        if len(own) == len(others) == 1 and not self.has_side:  # most matches, and three times as fast
            alone = [self._bring(own[0], others[0], gradient, gradient)]
            return alone, alone
        here, there = [0.0] * len(own), [0.0] * len(others)
        for k, one in enumerate(own):
            for m, other in enumerate(others):
                part = self._bring(one, other, gradient / len(others), gradient / len(own))
                here[k] += part / len(others)
                there[m] += part / len(own)
        if self.has_side:
            mean = sum(here) / len(here)
            return [*here, mean], [*there, mean]
        return here, there

    def _bring(
        self, one: tuple[int, float], other: tuple[int, float], up: float, down: float
    ) -> float:
        """Return the weight between two people, and note what it lets through."""
        if one[0] > other[0]:
            one, other, up, down = other, one, -down, -up
        couple = (one[0], other[0])
        pair = self.pairs[couple].faded(self.at) if couple in self.pairs else Pair(at=self.at)
        if up > 0:
            part = weight(pair.to_first, -pair.to_second)
        else:
            part = weight(pair.to_second, -pair.to_first)
        self.pairs[couple] = Pair(
            round(pair.to_first + one[1] * up * part, STORED_DECIMALS),
            round(pair.to_second - other[1] * down * part, STORED_DECIMALS),
            self.at,
        )
        return part
