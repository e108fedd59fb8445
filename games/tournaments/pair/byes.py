"""Unplayed rounds: byes, absences, late entries, and the choice of who gets a bye.

Spec: tournaments 3.2, 3.4 (2), (4), (6), (7). Pure: imports no Django, random, time, datetime, os
or secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.tournaments.pair.contenders import Contender
from games.tournaments.rank.lines import Line

HALF_BYES = 1


@dataclass(frozen=True, slots=True)
class ByePoints:
    """The value of unplayed rounds, in units; `half_byes` of them per entry."""

    full_win: int
    pab: int
    half_byes: int = HALF_BYES

    @property
    def half(self) -> int:
        """Half of a full win."""
        return self.full_win // 2


def half_byes_taken(lines: Iterable[Line]) -> int:
    """Return how many requested byes have earned points so far."""
    return sum(1 for line in lines if line.kind == "req" and line.points > 0)


def requested_points(points: ByePoints, taken: int, announced: bool = True) -> int:
    """Return the units of a requested bye or absence.

    Half a win, at most once per tournament, and only if announced before the pairing; else nothing.
    """
    return points.half if announced and taken < points.half_byes else 0


def latest_joining_round(rounds: int) -> int:
    """Return the last round in which a late entry may still begin."""
    return rounds // 2 + 1


def missed_rounds(points: ByePoints, joining: int) -> dict[int, int]:
    """Return the units of each round that a late entry missed.

    One half point for one missed round, nothing for the others, however many announced absences
    earn points.
    """
    return {
        number: requested_points(points, taken=0, announced=number == 1)
        for number in range(1, joining)
    }


def byes_had(lines: Iterable[Line]) -> int:
    """Return the byes that count against another one: forfeit wins count too."""
    return sum(1 for line in lines if line.kind in ("pab", "fwin"))


def unplayed_rounds(lines: Iterable[Line]) -> int:
    """Return how many rounds were not played, for whatever reason."""
    return sum(1 for line in lines if not line.played)


def bye_order(field: Sequence[Contender]) -> list[int]:
    """Return the entries in the order in which they get byes at tables of three or more.

    Fewest byes first, then the lowest score, the fewest unplayed rounds, the lowest in the
    standings. (For tables of two the matching decides, because there the bye depends on who can
    still meet whom.)
    """
    backwards = reversed(field)  # sorting is stable
    order = sorted(backwards, key=lambda one: (one.byes, one.points, one.unplayed))
    return [one.entry for one in order]
