"""Byes and tables that keep every forbidden pair apart: an exact search.

Used only if the usual choice would bring such a pair together. Only entries in some forbidden pair
are searched; everybody else fills what is left. Entries are indices, in order of the standings.
Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from games.tournaments.pair.contenders import Contender, Meetings
from games.tournaments.pair.sizes import SizeRule, size_options

NODES = 20_000
"""The steps a search takes before it gives up: far more than an evening's pairs need."""

Foes = Mapping[int, int]
"""For each index in some forbidden pair, a bit set of the indices it may not meet."""


def foes_of(contenders: Sequence[Contender], meetings: Meetings) -> dict[int, int]:
    """Return which entries of the field may not meet which others."""
    index = {one.entry: at for at, one in enumerate(contenders)}
    foes: dict[int, int] = {}
    for one, other in meetings.forbidden:
        if one in index and other in index:
            foes[index[one]] = foes.get(index[one], 0) | 1 << index[other]
            foes[index[other]] = foes.get(index[other], 0) | 1 << index[one]
    return foes


def seated_apart(order: Sequence[int], sizes: Sequence[int], foes: Foes) -> list[list[int]] | None:
    """Return tables close to `order` cut into tables, or None if no division is legal."""
    wanted: dict[int, int] = {}
    for table, size in enumerate(sizes):
        wanted |= dict.fromkeys(order[len(wanted) : len(wanted) + size], table)
    search = _Search(sizes, foes, wanted=wanted)
    if not search.run([one for one in order if one in foes]):
        return None
    others = iter([one for one in order if one not in foes])
    return [
        table + [next(others) for _ in range(room)]
        for table, room in zip(search.tables, search.rooms, strict=True)
    ]


def sizes_apart(
    order: Sequence[int], rule: SizeRule, foes: Foes
) -> tuple[tuple[int, ...], list[int]] | None:
    """Return the best sizes that seat everybody legally, and who has the byes; None if none do.

    Forbidden pairs first change who gets the byes; if that is not enough they change the sizes.
    """
    if not can_seat(len(order), rule, foes):
        return None
    could: dict[tuple[int, int], bool] = {}
    for sizes, byes in size_options(len(order), rule):
        shape = (len(sizes), byes)
        if shape not in could:  # feasible if all these tables were the largest?
            could[shape] = _can_rest(foes, rule.allowed[-1:] * len(sizes), order, byes, len(order))
        resting = resting_apart(order, sizes, foes) if could[shape] else None
        if resting is not None:
            return sizes, resting
    return None


def can_seat(count: int, rule: SizeRule, foes: Foes) -> bool:
    """Say whether at least one legal table is possible, with byes for anybody else."""
    least = rule.allowed[:1]
    return _can_rest(foes, least, range(count), count - sum(least), count)


def resting_apart(order: Sequence[int], sizes: Sequence[int], foes: Foes) -> list[int] | None:
    """Return who has the byes, or None if these sizes seat nobody legally.

    `order` lists the preferred candidates for a bye first. Minimise the position of the last entry
    with a bye, then that of the one before it, and so on: without forbidden pairs the result is the
    head of the list.
    """
    chosen: list[int] = []
    wanting, reach = len(order) - sum(sizes), len(order)
    if not _can_rest(foes, sizes, order, wanting, reach):
        return None
    while wanting:
        left = {one: those for one, those in foes.items() if one not in chosen}
        legal = partial(_can_rest, left, sizes, order, wanting)
        reach = bisect_left(range(reach), True, lo=wanting, key=legal) - 1
        chosen.append(order[reach])
        wanting -= 1
    return chosen


def _can_rest(
    foes: Foes, sizes: Sequence[int], order: Sequence[int], byes: int, first: int
) -> bool:
    """Say whether everybody has a place if `byes` of the `first` in the order have byes."""
    return _Search(sizes, foes, resting=order[:first], byes=byes).run(list(foes))


class _Search:
    """A search for a table, or a bye, for every entry in some forbidden pair."""

    def __init__(
        self,
        sizes: Sequence[int],
        foes: Foes,
        *,
        wanted: Mapping[int, int] | None = None,
        resting: Collection[int] = (),
        byes: int = 0,
    ) -> None:
        self.foes = foes
        self.rooms = list(sizes)
        self.tables: list[list[int]] = [[] for _ in sizes]
        self.barred = [0] * len(sizes)
        self.wanted = wanted or {}
        self.resting = set(resting)
        self.byes = byes
        self.spare = len(self.resting - set(foes))
        self.steps = NODES

    def run(self, left: Sequence[int]) -> bool:
        """Seat all of `left`, most constrained entries first; say whether it worked."""
        may_rest = sum([one in self.resting for one in left])
        if self.byes > self.spare + may_rest or self.steps <= 0:
            return False
        if not left:
            return True
        self.steps -= 1
        tables = {one: len(self._open(one)) for one in left}
        if sum([not count for count in tables.values()]) > self.byes:
            return False
        entry = min(left, key=lambda one: (tables[one], -self.foes[one].bit_count(), one))
        rest = [one for one in left if one != entry]
        for table in self._worth_trying(entry, rest):
            if self._seat(entry, table, rest):
                return True
        return self._rest(entry, rest)

    def _open(self, entry: int) -> list[int]:
        """Return the tables that can take an entry."""
        return [
            table
            for table, room in enumerate(self.rooms)
            if room and not self.barred[table] >> entry & 1
        ]

    def _worth_trying(self, entry: int, rest: Sequence[int]) -> list[int]:
        """Return the tables that can take an entry, wanted ones first; of equivalent ones, one."""
        coming = sum([1 << one for one in rest])
        wanted = self.wanted.get(entry, 0)
        alike: dict[tuple[int, int], int] = {}
        for table in sorted(self._open(entry), key=lambda one: (abs(one - wanted), one)):
            alike.setdefault((self.rooms[table], self.barred[table] & coming), table)
        return list(alike.values())

    def _seat(self, entry: int, table: int, rest: Sequence[int]) -> bool:
        """Try an entry at a table."""
        before = self.barred[table]
        self.tables[table].append(entry)
        self.rooms[table] -= 1
        self.barred[table] |= self.foes[entry]
        if self.run(rest):
            return True
        self.tables[table].pop()
        self.rooms[table] += 1
        self.barred[table] = before
        return False

    def _rest(self, entry: int, rest: Sequence[int]) -> bool:
        """Try an entry with a bye."""
        if not self.byes or entry not in self.resting:
            return False
        self.byes -= 1
        if self.run(rest):
            return True
        self.byes += 1
        return False
