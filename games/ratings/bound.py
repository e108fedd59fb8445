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
"""The first version with the bound; matches of an earlier one neither obey nor fill it."""
CAP = 7 / 3
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

        `gradient` is team i's (the other's is its negative). A member's weight is the least of
        those with the people of the other team, and what it brings is noted for each of them whole:
        otherwise a colluder could throw matches together with partners who know nothing of it.
        """
        own, others = self.people[i], self.people[q]
        table = [[self._weight(one[0], other[0], gradient) for other in others] for one in own]
        here = [min(row) for row in table]
        there = [min(column) for column in zip(*table, strict=True)]
        for one, part in zip(own, here, strict=True):
            for other, back in zip(others, there, strict=True):
                up, down = one[1] * gradient * part, -other[1] * gradient * back
                self._note(one[0], other[0], up, down)
        if self.has_side:
            return [*here, sum(here) / len(here)], [*there, sum(there) / len(there)]
        return here, there

    def _pair(self, one: int, other: int) -> Pair:
        """Return what is left of a pair today, the first of the two first."""
        if one > other:
            to_second, to_first, at = self._pair(other, one)
            return Pair(to_first, to_second, at)
        pair = self.pairs.get((one, other))
        return Pair(at=self.at) if pair is None else pair.faded(self.at)

    def _weight(self, one: int, other: int, gradient: float) -> float:
        """Return the weight between two people; the first gains if `gradient` is above 0."""
        pair = self._pair(one, other)
        if gradient > 0:
            return weight(pair.to_first, -pair.to_second)
        return weight(pair.to_second, -pair.to_first)

    def _note(self, one: int, other: int, up: float, down: float) -> None:
        """Add what one person gained from another, and the other from the first."""
        if one > other:
            one, other, up, down = other, one, down, up
        pair = self._pair(one, other)
        self.pairs[one, other] = Pair(
            round(pair.to_first + up, STORED_DECIMALS),
            round(pair.to_second + down, STORED_DECIMALS),
            self.at,
        )
