"""Each entry's result in each round: the single basis of the standings.

A *line* is one entry's round. Tables, byes and rulings become lines (`direct/sheet.py`); points,
tie-breaks, pairings and crosstables read them. Pure: imports no Django, random, time, datetime, os
or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

LineKind = Literal["played", "pab", "req", "fwin", "floss"]

BEATEN, TIED, LOST = 2, 1, 0


@dataclass(frozen=True, slots=True)
class Line:
    """One entry's round. `points` are units of 1/5040 (points.py).

    kind      played; or unplayed (spec 3.2): pab, req, fwin, floss
    others    the other entries at the table, by seat; for a forfeit those
              that were scheduled; else empty
    results   for played rounds, by other: 2 beaten, 1 tied, 0 lost
    seat      from 0; only where the entry had a place at a table
    size      how many played at the table
    shared    how many shared the first place, this entry among them; else 0
    score     the game score, `total` the sum of all at the table, or None
    """

    round: int
    kind: LineKind
    points: int
    others: tuple[int, ...] = ()
    results: tuple[int, ...] = ()
    table: int | None = None
    seat: int | None = None
    size: int = 0
    place: int | None = None
    shared: int = 0
    score: int | None = None
    total: int | None = None

    @property
    def played(self) -> bool:
        """Whether the entry sat down and played."""
        return self.kind == "played"


Sheet = Mapping[int, Sequence[Line]]


def played_lines(
    round_number: int,
    table: int,
    seats: Sequence[int],
    ranks: Sequence[int],
    points: Sequence[int],
    scores: Sequence[int] | None = None,
    seat_numbers: Sequence[int] | None = None,
) -> dict[int, Line]:
    """Return the line of every entry that played at a table.

    `seats` are the entries that played; `seat_numbers` their seats if somebody was missing.
    """
    best = min(ranks)
    places = [1 + sum([other < rank for other in ranks]) for rank in ranks]
    total = None if scores is None or min(scores) < 0 else sum(scores)
    lines = {}
    for index, entry in enumerate(seats):
        rank = ranks[index]
        lines[entry] = Line(
            round=round_number,
            kind="played",
            points=points[index],
            others=tuple([one for one in seats if one != entry]),
            results=tuple([_result(rank, other) for at, other in enumerate(ranks) if at != index]),
            table=table,
            seat=index if seat_numbers is None else seat_numbers[index],
            size=len(seats),
            place=places[index],
            shared=ranks.count(best) if rank == best else 0,
            score=None if scores is None else scores[index],
            total=total,
        )
    return lines


def _result(own: int, other: int) -> int:
    """Return the result of one rank against another."""
    if own == other:
        return TIED
    return BEATEN if own < other else LOST


def times_met(sheet: Sheet) -> dict[tuple[int, int], int]:
    """Return how often each pair (lower entry first) played at one table."""
    met: dict[tuple[int, int], int] = {}
    for entry, lines in sheet.items():
        for line in lines:
            if not line.played:
                continue
            for other in line.others:
                if entry < other:
                    met[entry, other] = met.get((entry, other), 0) + 1
    return met
