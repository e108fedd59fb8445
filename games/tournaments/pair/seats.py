"""Seat order: everybody in every seat equally often.

Spec: tournaments 3.4 (tables of two), 3.5 (larger tables). Pure: imports no Django, random, time,
datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from operator import itemgetter

from games.tournaments.rank.lines import Sheet

ALL_ORDERS_UP_TO = 6
SEAT_WEIGHT = 1000


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """Where each entry has sat so far.

    times       by (entry, table size, seat): how often
    last_first  by entry: the last round in the first seat of a table of two
    left        by (entry, neighbour): how often the neighbour sat to the left,
                that is in the next seat
    """

    times: Mapping[tuple[int, int, int], int] = field(default_factory=dict)
    last_first: Mapping[int, int] = field(default_factory=dict)
    left: Mapping[tuple[int, int], int] = field(default_factory=dict)


def seat_history(sheet: Sheet) -> SeatHistory:
    """Return where each entry sat, from the rounds that were played."""
    times: dict[tuple[int, int, int], int] = {}
    last_first: dict[int, int] = {}
    left: dict[tuple[int, int], int] = {}
    at_seat: dict[tuple[int, int | None, int], int] = {}
    for entry, lines in sheet.items():
        for line in lines:
            if not line.played or line.seat is None:
                continue
            key = (entry, line.size, line.seat)
            times[key] = times.get(key, 0) + 1
            at_seat[line.round, line.table, line.seat] = entry
            if line.size == 2 and line.seat == 0:
                last_first[entry] = max(line.round, last_first.get(entry, 0))
    last_seat = {key[:2]: key[2] for key in sorted(at_seat, key=itemgetter(2))}
    for (number, table, seat), entry in at_seat.items():
        following = 0 if seat == last_seat[number, table] else seat + 1
        neighbour = at_seat.get((number, table, following))
        if neighbour is not None and neighbour != entry:
            left[entry, neighbour] = left.get((entry, neighbour), 0) + 1
    return SeatHistory(times, last_first, left)


def seat_duel(one: int, other: int, history: SeatHistory, table: int) -> tuple[int, int]:
    """Return the two in seat order; `one` is higher in the standings.

    The first seat goes to the entry that had it less often, then to the one that had it longer ago;
    else to the higher in the standings at odd tables, to the lower at even ones.
    """
    firsts = [history.times.get((entry, 2, 0), 0) for entry in (one, other)]
    recent = [history.last_first.get(entry, 0) for entry in (one, other)]
    if (firsts[0], recent[0]) != (firsts[1], recent[1]):
        return (one, other) if (firsts[0], recent[0]) < (firsts[1], recent[1]) else (other, one)
    return (one, other) if table % 2 else (other, one)


def seat_table(entries: Sequence[int], history: SeatHistory) -> tuple[int, ...]:
    """Return the entries of a larger table by seat, at the least cost.

    A seat costs 2k + 1 for an entry that had it k times at tables of this size: the growth of the
    square. A repeated left neighbour adds a small cost. Up to six players all orders are tried;
    beyond that the exact assignment is improved by swaps. Of equal orders, the first in the given
    order wins.
    """
    if len(entries) <= ALL_ORDERS_UP_TO:
        return min(permutations(entries), key=lambda order: order_cost(order, history))
    return _swapped(_assigned(entries, history), history)


def seat_entries(entries: Sequence[int], history: SeatHistory, table: int) -> tuple[int, ...]:
    """Return the seats of a table of any size; entries are in order of the standings."""
    if len(entries) == 2:
        return seat_duel(entries[0], entries[1], history, table)
    return seat_table(entries, history)


def order_cost(order: Sequence[int], history: SeatHistory) -> int:
    """Return the cost of a seat order."""
    size = len(order)
    cost = 0
    for seat, entry in enumerate(order):
        cost += SEAT_WEIGHT * (2 * history.times.get((entry, size, seat), 0) + 1)
        cost += history.left.get((entry, order[(seat + 1) % size]), 0)
    return cost


def _assigned(entries: Sequence[int], history: SeatHistory) -> tuple[int, ...]:
    """Return the order with the least seat cost, by filling seat after seat.

    Exact: for every set of people the cheapest way to fill the first seats.
    """
    size = len(entries)
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(size):
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        for seated, (cost, order) in best.items():
            for at, entry in enumerate(entries):
                if seated >> at & 1:
                    continue
                total = cost + 2 * history.times.get((entry, size, seat), 0) + 1
                found = further.get(seated | 1 << at)
                if found is None or total < found[0]:
                    further[seated | 1 << at] = (total, (*order, entry))
        best = further
    return best[(1 << size) - 1][1]


def _swapped(order: tuple[int, ...], history: SeatHistory) -> tuple[int, ...]:
    """Return the order after swapping pairs of seats for as long as that lowers the cost."""
    cost = order_cost(order, history)
    while True:
        found = min(_swaps(order), key=lambda other: order_cost(other, history))
        lower = order_cost(found, history)
        if lower >= cost:
            return order
        order, cost = found, lower


def _swaps(order: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """Yield the orders that differ by one swap."""
    for one, other in combinations(range(len(order)), 2):
        swapped = list(order)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        yield tuple(swapped)
