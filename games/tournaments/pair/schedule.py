"""Schedules of tables fixed before the start: all rounds at once, ignoring scores.

Spec: tournaments 3.5, "Fixed schedules": minimise the sum of squared meetings over the whole
schedule as far as simulated annealing can, then the number of repeat meetings; exact designs for q
squared players at tables of q. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from math import exp

from games.tournaments.pair.chance import Stream

STEPS = 60_000
HOT, COLD = 2.0, 0.05
SEEDS = 4
REPEAT = 1
APART = 1000
"""The number of meetings with which a pair to be kept apart starts."""
AGAIN = [2 * met + 1 + REPEAT * (met > 0) for met in range(APART + 60)]
"""The cost of one more meeting, by earlier meetings: the square's growth, plus any repeat."""

Schedule = list[list[list[int]]]

# Multiplication in the field of four elements; addition there is "xor".
_TIMES_IN_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def fixed_schedule(
    sizes: Sequence[int],
    rounds: int,
    *,
    key: Sequence[str | int],
    in_turn: bool = False,
    apart: Collection[tuple[int, int]] = (),
) -> Schedule:
    """Return `rounds` rounds of tables of players 0 ... n-1 of the given sizes.

    `sizes` sum to n, largest first. An exact design is used if one exists and is long enough;
    otherwise the best of a few annealings, determined by `key`. With `in_turn` nobody sits at two
    short tables before everybody sat at one. `apart` are pairs (lower first) that share a table
    only if unavoidable.
    """
    design = None if apart else exact_design(sizes, rounds)
    if design is not None:
        return design
    best: Schedule = []
    fewest: tuple[int, int, int] | None = None
    for seed in range(SEEDS):
        stream = Stream(*key, "schedule", seed)
        turns = in_turn or seed % 2 == 0  # helps to find schedules without repeats
        found = _Annealing(sizes, rounds, stream, turns, apart).run()
        met = meetings_in(found)
        cost = (sum([met[pair] for pair in apart]), repeated(found), met.total() - len(met))
        if fewest is None or cost < fewest:
            best, fewest = found, cost
        if not any(fewest):
            break
    return best


def meetings_in(schedule: Schedule) -> Counter[tuple[int, int]]:
    """Return how often each pair (lower first) meets."""
    return Counter(
        pair for tables in schedule for table in tables for pair in combinations(sorted(table), 2)
    )


def repeated(schedule: Schedule) -> int:
    """Return the sum over pairs of squared meetings, less one for each pair that met."""
    return sum([times * times - times for times in meetings_in(schedule).values()])


def exact_design(sizes: Sequence[int], rounds: int) -> Schedule | None:
    """Return rounds in which no pair meets twice, for q squared players and q = 3, 4, 5.

    Lines of slope m, y = m x + c over the field of q elements, then the verticals: q + 1 rounds.
    None if the sizes or rounds do not fit.
    """
    q = len(sizes)
    if q not in (3, 4, 5) or any(size != q for size in sizes) or rounds > q + 1:
        return None
    slopes: Schedule = [
        [[x * q + _line(q, slope, x, c) for x in range(q)] for c in range(q)] for slope in range(q)
    ]
    verticals = [[x * q + y for y in range(q)] for x in range(q)]
    return [*slopes, verticals][:rounds]


def _line(q: int, slope: int, x: int, c: int) -> int:
    """Return m x + c in the field of q elements."""
    if q == 4:
        return _TIMES_IN_FOUR[slope][x] ^ c
    return (slope * x + c) % q


class _Annealing:
    """One annealing: swaps of two players inside a round."""

    def __init__(
        self,
        sizes: Sequence[int],
        rounds: int,
        stream: Stream,
        in_turn: bool,
        apart: Collection[tuple[int, int]],
    ) -> None:
        self.sizes = sizes
        self.in_turn = in_turn
        self.rounds = rounds
        self.stream = stream
        self.count = sum(sizes)
        self.short = [size < max(sizes) for size in sizes]
        self.met = [[0] * self.count for _ in range(self.count)]
        self.schedule = self._rotating()
        self.shorts = self._count_shorts()
        for one, other in apart:
            self._meet(one, other, APART)
        for (one, other), times in meetings_in(self.schedule).items():
            self._meet(one, other, times)

    def run(self) -> Schedule:
        """Cool down and return the schedule."""
        cooling = (COLD / HOT) ** (1 / STEPS)
        heat = HOT
        for _ in range(STEPS):
            self._step(heat)
            heat *= cooling
        return self.schedule

    def _rotating(self) -> Schedule:
        """Return an initial schedule in which the short tables rotate among all players."""
        order = self.stream.shuffled(range(self.count))
        seats = sum(size for size, short in zip(self.sizes, self.short, strict=True) if short)
        schedule: Schedule = []
        for number in range(self.rounds):
            first = number * seats
            at_short = [order[(first + k) % self.count] for k in range(seats)]
            chosen = set(at_short)
            rest = self.stream.shuffled([one for one in order if one not in chosen])
            schedule.append(self._dealt(rest, at_short))
        return schedule

    def _dealt(self, rest: list[int], at_short: list[int]) -> list[list[int]]:
        """Return one round's tables: the short ones from `at_short`."""
        tables = []
        for size, short in zip(self.sizes, self.short, strict=True):
            source = at_short if short else rest
            tables.append([source.pop() for _ in range(size)])
        return tables

    def _count_shorts(self) -> list[list[int]]:
        """Return how often each player sat at a short table up to each round."""
        counts: list[list[int]] = []
        running = [0] * self.count
        for tables in self.schedule:
            for table, short in zip(tables, self.short, strict=True):
                if short:
                    for player in table:
                        running[player] += 1
            counts.append(list(running))
        return counts

    def _step(self, heat: float) -> None:
        """Try one swap; keep it if it helps, or by chance."""
        below = self.stream.below
        number = below(self.rounds)
        tables = self.schedule[number]
        if len(tables) < 2:
            return
        first, second = below(len(tables)), below(len(tables) - 1)
        second += second >= first
        at, there = below(len(tables[first])), below(len(tables[second]))
        one, other = tables[first][at], tables[second][there]
        moves_up = self.in_turn and self.short[first] != self.short[second]
        if moves_up and not self._fair(number, one, other):
            return
        gain = self._gain(tables, first, second, one, other)
        if gain > 0 and self.stream.fraction() >= exp(-gain / heat):
            return
        self._swap(number, (first, at, one), (second, there, other))

    def _fair(self, number: int, one: int, other: int) -> bool:
        """Say whether nobody gets two short tables before everybody has had one.

        Checked for a swap between a short and a full table in round `number`: the counts of both
        must stay within one of the mean.
        """
        was_short = self._at_short(number, one)
        for later in range(number, self.rounds):
            least = sum(self.shorts[later]) // self.count
            for player, change in ((one, -1 if was_short else 1), (other, 1 if was_short else -1)):
                if not least <= self.shorts[later][player] + change <= least + 1:
                    return False
        return True

    def _at_short(self, number: int, player: int) -> bool:
        """Say whether a player sits at a short table in a round."""
        before = self.shorts[number - 1][player] if number else 0
        return self.shorts[number][player] > before

    def _gain(self, tables: list[list[int]], first: int, second: int, one: int, other: int) -> int:
        """Return how a swap changes the sum of squared meetings, and of repeats."""
        met_one, met_other = self.met[one], self.met[other]
        gain = 0
        for player in tables[first]:
            if player != one:
                gain += AGAIN[met_other[player]] - AGAIN[met_one[player] - 1]
        for player in tables[second]:
            if player != other:
                gain += AGAIN[met_one[player]] - AGAIN[met_other[player] - 1]
        return gain

    def _swap(self, number: int, here: tuple[int, int, int], there: tuple[int, int, int]) -> None:
        """Let two players change places in a round."""
        tables = self.schedule[number]
        (first, at, one), (second, to, other) = here, there
        for table, leaves, comes in ((first, one, other), (second, other, one)):
            for player in tables[table]:
                if player != leaves:
                    self._meet(leaves, player, -1)
                    self._meet(comes, player, 1)
        if self.short[first] != self.short[second]:
            change = -1 if self.short[first] else 1
            for later in range(number, self.rounds):
                self.shorts[later][one] += change
                self.shorts[later][other] -= change
        tables[first][at], tables[second][to] = other, one

    def _meet(self, one: int, other: int, change: int) -> None:
        """Add to the meetings of two players."""
        self.met[one][other] += change
        self.met[other][one] += change
