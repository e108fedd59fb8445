"""Two against two with changing partners: choose the sides at a table of four.

Spec: tournaments 3.9 (b). The tables are chosen as in 3.5; here a table of four is split into two
sides. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from games.tournaments.pair.contenders import Pair, pair_of
from games.tournaments.pair.seats import SeatHistory

PARTNER_COST, OPPONENT_COST = 3, 1
FIRST_SEAT = 4
"""The weight of the first seat's share, relative to another seat's."""

Sides = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class SideHistory:
    """How often each pair played together, and against each other."""

    partners: Mapping[Pair, int] = field(default_factory=dict)
    opponents: Mapping[Pair, int] = field(default_factory=dict)


def choose_sides(table: Sequence[int], history: SideHistory, strength: Mapping[int, int]) -> Sides:
    """Return the best of the three ways to split four entries into two sides.

    Cost: three for each earlier time as partners and one for each as opponents; then the difference
    of the sides' strengths; then the order.
    """
    ways = ways_to_split(table)
    return min(ways, key=lambda sides: (side_cost(sides, history), _gap(sides, strength)))


def ways_to_split(table: Sequence[int]) -> list[Sides]:
    """Return the three ways to split four entries into two sides."""
    a, b, c, d = table
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]


def side_cost(sides: Sides, history: SideHistory) -> int:
    """Return the cost of these sides given the earlier rounds."""
    together = sum(history.partners.get(pair_of(*side), 0) for side in sides)
    against = sum(
        history.opponents.get(pair_of(one, other), 0) for one in sides[0] for other in sides[1]
    )
    return PARTNER_COST * together + OPPONENT_COST * against


def _gap(sides: Sides, strength: Mapping[int, int]) -> int:
    """Return the difference of the sides' strengths."""
    one, other = (sum(strength.get(entry, 0) for entry in side) for side in sides)
    return abs(one - other)


def seats_of_sides(sides: Sides, history: SeatHistory) -> tuple[int, int, int, int]:
    """Return the four by seat, partners opposite each other, with seats shared fairly.

    Of the eight orders, choose the one after which everybody's seats are closest to a fair share,
    the first seat above all; of equal ones the first.
    """
    orders = [
        (a, c, b, d)
        for first, second in (sides, sides[::-1])
        for a, b in (first, first[::-1])
        for c, d in (second, second[::-1])
    ]
    return min(orders, key=lambda order: sum(map(partial(_unfair, history), order, range(4))))


def _unfair(history: SeatHistory, entry: int, seat: int) -> int:
    """Return how far an entry's seats would be from a fair share at tables of four.

    Partners sit at seats 1 and 3 or at 2 and 4, so these pairs are shared fairly as well.
    """
    times = [history.times.get((entry, 4, one), 0) + (one == seat) for one in range(4)]
    games = sum(times)
    seats = [(4 * had - games) ** 2 for had in times]
    pairs = (2 * (times[0] + times[2]) - games) ** 2
    return (FIRST_SEAT - 1) * seats[0] + sum(seats) + 2 * pairs
