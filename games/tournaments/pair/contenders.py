"""What pairing needs to know about an entry, and which pairs may not or should not meet.

Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd

from games.tournaments.rank.points import UNIT

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contender:
    """An active entry; sequences of them are in order of the standings.

    `points` are units; `byes` counts allocated byes and forfeit wins; `unplayed` counts all rounds
    not played; `club` is set if members of one club (or family) should not meet in round 1.
    """

    entry: int
    points: int = 0
    byes: int = 0
    unplayed: int = 0
    club: str | None = None


@dataclass(frozen=True, slots=True)
class Meetings:
    """Earlier meetings by pair, and the pairs that may never meet."""

    met: Mapping[Pair, int] = field(default_factory=dict)
    forbidden: frozenset[Pair] = frozenset()

    def times(self, one: int, other: int) -> int:
        """Return how often the two met."""
        return self.met.get(pair_of(one, other), 0)

    def barred(self, one: int, other: int) -> bool:
        """Say whether the two may never meet."""
        return pair_of(one, other) in self.forbidden


def pair_of(one: int, other: int) -> Pair:
    """Return the two in order, as used in keys."""
    return (one, other) if one < other else (other, one)


def score_steps(contenders: Sequence[Contender], step: int = UNIT // 2) -> list[int]:
    """Return each one's points above the lowest, in the smallest common step.

    `step` is half a point (spec 3.4) unless some scores are finer.
    """
    lowest = min((one.points for one in contenders), default=0)
    above = [one.points - lowest for one in contenders]
    common = gcd(step, *above)
    return [points // common for points in above]
