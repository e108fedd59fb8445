"""Two against two with changing partners: who plays with whom at a table of four.

Spec: tournaments 3.9 (b). The tables are chosen as in 3.5; here a table of
four is parted into two sides. Pure: imports no Django, random, time,
datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.tournaments.pairing.contenders import Pair, pair_of

PARTNER_COST, OPPONENT_COST = 3, 1

Sides = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class SideHistory:
    """How often each pair played together, and against each other."""

    partners: Mapping[Pair, int] = field(default_factory=dict)
    opponents: Mapping[Pair, int] = field(default_factory=dict)


def choose_sides(table: Sequence[int], history: SideHistory, strength: Mapping[int, int]) -> Sides:
    """Return the best of the three ways to part four entries into two sides.

    Cost: three for each earlier time as partners and one for each as
    opponents; then the difference of the sides' strengths; then the order.
    """
    a, b, c, d = table
    ways: list[Sides] = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    return min(ways, key=lambda sides: (_cost(sides, history), _gap(sides, strength)))


def _cost(sides: Sides, history: SideHistory) -> int:
    """Return what the earlier rounds make these sides cost."""
    together = sum(history.partners.get(pair_of(*side), 0) for side in sides)
    against = sum(
        history.opponents.get(pair_of(one, other), 0) for one in sides[0] for other in sides[1]
    )
    return PARTNER_COST * together + OPPONENT_COST * against


def _gap(sides: Sides, strength: Mapping[int, int]) -> int:
    """Return the difference of the sides' strengths."""
    one, other = (sum(strength.get(entry, 0) for entry in side) for side in sides)
    return abs(one - other)


def seats_of_sides(sides: Sides) -> tuple[int, int, int, int]:
    """Return the four by seat: partners sit opposite each other."""
    (a, b), (c, d) = sides
    return (a, c, b, d)
