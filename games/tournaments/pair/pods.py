"""Seating at tables of three to ten: a local search over swaps.

Spec: tournaments 3.5. The cost of a division is first the tablemates' earlier meetings, then their
squared score differences. The search draws its numbers from (seed, round, attempt) and stops after
a fixed number of attempts, never by a clock, so that a second run gives the same tables. Pure:
imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import NamedTuple

from games.tournaments.pair.apart import foes_of, seated_apart
from games.tournaments.pair.chance import Stream
from games.tournaments.pair.contenders import Contender, Meetings, score_steps
from games.tournaments.rank.points import UNIT

Costs = Sequence[Sequence[int]]
Tables = Sequence[Sequence[int]]

MEETING = 10**6
SAME_CLUB = 10**5
FORBIDDEN = 10**12

ATTEMPTS = 40
MOST_ATTEMPTS = 400
WORK = 250_000  # attempts times squared field


@dataclass(frozen=True, slots=True)
class Division:
    """The tables of a round: entries in order of the standings, best table first.

    `repeats` counts the tablemates' earlier meetings, `barred` the forbidden pairs that could not
    be kept apart.
    """

    tables: tuple[tuple[int, ...], ...]
    repeats: int
    barred: int


def divide(
    contenders: Sequence[Contender],
    sizes: Sequence[int],
    meetings: Meetings,
    *,
    key: Sequence[str | int],
    apart: bool = False,
    start: Tables | None = None,
) -> Division:
    """Return the best division found of `contenders` (in order of the standings).

    `sizes`, largest first, sum to their number. `key` is the tournament's seed and the round. With
    `apart` members of one club are kept from each other if possible (round 1). `start` is the first
    division tried, by index; by default the standings cut into tables. If the search leaves a
    forbidden pair together, it restarts from divisions that keep all of them apart.
    """
    count = len(contenders)
    costs = pair_costs(contenders, meetings, apart=apart)

    def search(first: Tables, begin: Callable[[Sequence[int]], Tables]) -> Division:
        """Return the best of the descents from `first` and from displaced standings."""
        best = improve(first, costs)
        lowest = total_cost(best, costs)
        for attempt, places in enumerate(_reaches(count, len(sizes)), 1):
            if lowest == 0 or (places == count and not _repeats(best, contenders, meetings)):
                break
            found = improve(begin(displaced(count, places, Stream(*key, attempt))), costs)
            cost = total_cost(found, costs)
            if cost < lowest:
                best, lowest = found, cost
        return describe(contenders, best, meetings)

    made = search(
        start or consecutive(range(count), sizes), lambda order: consecutive(order, sizes)
    )
    foes = foes_of(contenders, meetings)
    legal = seated_apart(range(count), sizes, foes) if made.barred else None
    if legal is None:
        return made
    return search(legal, lambda order: seated_apart(order, sizes, foes) or legal)


def _reaches(count: int, tables: int) -> list[int]:
    """Return by how many places each attempt displaces the standings.

    Some forty attempts stay near the standings (fewer in a very large field); the rest mix
    everybody, and run only while some opponents would meet again.
    """
    most = WORK // max(1, count * count)
    near = max(ATTEMPTS // 4, min(ATTEMPTS, most))
    far = max(0, min(MOST_ATTEMPTS, most) - near)
    return [min(tables + 2, count - 1)] * near + [count] * far


def _repeats(tables: Tables, contenders: Sequence[Contender], meetings: Meetings) -> bool:
    """Say whether any tablemates have met before."""
    return any(
        meetings.times(contenders[one].entry, contenders[other].entry)
        for table in tables
        for one, other in combinations(table, 2)
    )


def consecutive(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return an order cut into tables of the given sizes: 1-4, 5-8, and so on."""
    rest = iter(order)
    return [list(islice(rest, size)) for size in sizes]


def snake(count: int, sizes: Sequence[int]) -> list[list[int]]:
    """Return tables of equal strength: 1 8 9 16 / 2 7 10 15 / 3 6 11 14 / 4 5 12 13.

    Rows run back and forth over the tables that still have room.
    """
    tables: list[list[int]] = [[] for _ in sizes]
    remaining = list(range(count))
    forward = True
    while remaining:
        open_tables = [at for at, size in enumerate(sizes) if len(tables[at]) < size]
        for at in open_tables if forward else reversed(open_tables):
            tables[at].append(remaining.pop(0))
        forward = not forward
    return tables


def displaced(count: int, places: int, stream: Stream) -> list[int]:
    """Return the standings with each entry displaced by at most `places` places."""
    keys = [(index + stream.below(places + 1), index) for index in range(count)]
    return [index for _, index in sorted(keys)]


def pair_costs(
    contenders: Sequence[Contender], meetings: Meetings, *, apart: bool = False
) -> list[list[int]]:
    """Return the cost of each pair at one table, in squared score steps.

    An earlier meeting costs a million squared points, and always more than all score differences
    together could.
    """
    count = len(contenders)
    steps = score_steps(contenders)
    spread = max(steps, default=0)
    scale = _squared_steps_of_a_point(contenders, steps)
    meeting = max(MEETING * scale, 1 + spread * spread * count * count)
    most = max(meetings.met.values(), default=0)
    barred = max(FORBIDDEN * scale, meeting * (most + 1) * count * count)
    costs = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        first, second = contenders[one], contenders[other]
        cost = (steps[one] - steps[other]) ** 2
        cost += meeting * meetings.times(first.entry, second.entry)
        if meetings.barred(first.entry, second.entry):
            cost += barred
        if apart and first.club is not None and first.club == second.club:
            cost += SAME_CLUB * scale
        costs[one][other] = costs[other][one] = cost
    return costs


def _squared_steps_of_a_point(contenders: Sequence[Contender], steps: Sequence[int]) -> int:
    """Return the number of squared score steps in a squared point."""
    for one, step in zip(contenders, steps, strict=True):
        if step:
            lowest = min(other.points for other in contenders)
            return (UNIT * step // (one.points - lowest)) ** 2
    return 4


def describe(contenders: Sequence[Contender], tables: Tables, meetings: Meetings) -> Division:
    """Return tables of indices as a division: ordered by the best at each table."""
    ordered = sorted(sorted(table) for table in tables if table)
    seated = tuple(tuple(contenders[index].entry for index in table) for table in ordered)
    pairs = [pair for table in seated for pair in combinations(table, 2)]
    return Division(
        seated,
        repeats=sum([meetings.times(*pair) for pair in pairs]),
        barred=sum([meetings.barred(*pair) for pair in pairs]),
    )


class _Swap(NamedTuple):
    """The gain of a swap (negative is better), and who would change places."""

    gain: int
    one: int
    other: int


def total_cost(tables: Tables, costs: Costs) -> int:
    """Return the total cost over all pairs that sit together."""
    return sum(costs[one][other] for table in tables for one, other in combinations(table, 2))


def improve(tables: Tables, costs: Costs) -> list[list[int]]:
    """Return the tables after swapping two players for as long as that lowers the total cost."""
    return _Descent(tables, costs).run()


class _Descent:
    """One descent; remembers the best swap of every pair of tables. It knows only indices."""

    def __init__(self, tables: Tables, costs: Costs) -> None:
        self.tables = [list(table) for table in tables]
        self.costs = costs
        # to_table[player][table]: the player's cost with everybody there
        self.to_table = [
            [sum([row[other] for other in table]) for table in self.tables] for row in costs
        ]
        self.best: dict[tuple[int, int], _Swap] = {}

    def run(self) -> list[list[int]]:
        """Swap until nothing improves, and return the tables."""
        count = len(self.tables)
        for one in range(count):
            self._look(one, range(one + 1, count))
        while self.best:
            (first, second), swap = min(self.best.items(), key=lambda item: (item[1], item[0]))
            if swap.gain >= 0:
                break
            self._swap(first, second, swap)
            self._look(first, range(count))
            self._look(second, range(count))
        return self.tables

    def _look(self, table: int, others: range) -> None:
        """Find the best swap of one table with each of the others."""
        for other in others:
            if other != table:
                first, second = min(table, other), max(table, other)
                self.best[first, second] = self._best_between(first, second)

    def _best_between(self, first: int, second: int) -> _Swap:
        """Return the best swap between two tables."""
        to_table, costs = self.to_table, self.costs
        theirs = [
            (other, to_table[other][first] - to_table[other][second])
            for other in self.tables[second]
        ]
        best = (1, -1, -1)
        for one in self.tables[first]:
            row = costs[one]
            leave = to_table[one][second] - to_table[one][first]
            for other, come in theirs:
                gain = leave + come - 2 * row[other]
                if gain < best[0]:
                    best = (gain, one, other)
        return _Swap(*best)

    def _swap(self, first: int, second: int, swap: _Swap) -> None:
        """Swap two players and update the sums."""
        _, one, other = swap
        for player, row in enumerate(self.to_table):
            change = self.costs[player][other] - self.costs[player][one]
            row[first] += change
            row[second] -= change
        self.tables[first][self.tables[first].index(one)] = other
        self.tables[second][self.tables[second].index(other)] = one
