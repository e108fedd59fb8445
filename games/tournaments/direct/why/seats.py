"""Why somebody has a seat."""

from __future__ import annotations

from itertools import combinations

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.round import Table
from games.tournaments.direct.text import EntryRef, phrase
from games.tournaments.direct.why.made import Made
from games.tournaments.pair.seats import SeatHistory, order_cost, seat_duel

FEWER = gettext_noop(
    "Seat 1 so far: %(one)s %(first)s×, %(other)s %(second)s×. So %(one)s gets it now."
)
LONGER_AGO = gettext_noop(
    "Both have had seat 1 equally often. %(other)s had it more recently, so %(one)s gets it now."
)
BY_TABLE = gettext_noop(
    "Both have had seat 1 equally often and as long ago, so it goes to the higher of the two at "
    "odd tables and to the lower at even tables."
)
NEITHER = gettext_noop(
    "Neither has had seat 1 yet, so it goes to the higher of the two at odd tables and to the "
    "lower at even tables."
)
EVENLY = gettext_noop("Swapping any two seats wouldn’t share them more evenly.")


def why_duel_seats(made: Made, table: Table, higher: int, lower: int) -> list[Phrase]:
    """Return why the two sit as they do; nothing if the rule would seat them otherwise."""
    history = made.seats
    if seat_duel(higher, lower, history, table.number) != table.seats:
        return []
    one, other = table.seats
    first, second = (history.times.get((entry, 2, 0), 0) for entry in (one, other))
    refs = {"one": EntryRef(one), "other": EntryRef(other)}
    if first != second:
        return [phrase(FEWER, **refs, first=first, second=second)]
    if history.last_first.get(one, 0) != history.last_first.get(other, 0):
        return [phrase(LONGER_AGO, **refs)]
    return [phrase(BY_TABLE if first else NEITHER)]


def why_seats(made: Made, table: Table) -> list[Phrase]:
    """Return why a larger table is seated as it is, if no exchange would be fairer."""
    return [phrase(EVENLY)] if _is_even(table.seats, made.seats) else []


def _is_even(seats: tuple[int, ...], history: SeatHistory) -> bool:
    """Say whether no exchange of two seats costs less."""
    cost = order_cost(seats, history)
    for one, other in combinations(range(len(seats)), 2):
        order = list(seats)
        order[one], order[other] = order[other], order[one]
        if order_cost(order, history) < cost:
            return False
    return True
