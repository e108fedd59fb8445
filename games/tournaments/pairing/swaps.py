"""Best-improvement swaps of two players at different tables, until none helps.

The inner loop of pods (spec: tournaments 3.5) and nothing else: it knows
indices, tables and a matrix of integer costs. Pure: imports no Django,
random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Costs = Sequence[Sequence[int]]
Tables = Sequence[Sequence[int]]


class _Swap(NamedTuple):
    """The gain of a swap (negative is better), and who would change places."""

    gain: int
    one: int
    other: int


def total_cost(tables: Tables, costs: Costs) -> int:
    """Return the total cost over all pairs that sit together."""
    return sum(
        costs[one][other]
        for table in tables
        for at, one in enumerate(table)
        for other in table[at + 1 :]
    )


def improve(tables: Tables, costs: Costs) -> list[list[int]]:
    """Return the tables after making swaps for as long as they lower the total cost."""
    return _Search(tables, costs).run()


class _Search:
    """One descent; remembers the best swap of every pair of tables."""

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
