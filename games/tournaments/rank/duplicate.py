"""Matchpoints: one deal's results in the same seat, compared between the tables that played it.

Law 78A of the Laws of Duplicate Bridge (World Bridge Federation, 2017): each contestant gets two
units for every result inferior to theirs, one for every equal one. Divided by two units for each
comparison, that is the share of the other tables that the seat did better than, ties half. Pure:
imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from games.tournaments.rank.points import UNIT

Worth = tuple[int, ...]


def worth_of(rank: int, score: int | None) -> Worth:
    """Return what is compared of a seat's result, more being better: the score, else the rank."""
    return (-rank,) if score is None else (score,)


def matchpoints(worths: Sequence[Worth]) -> list[int]:
    """Return the units (1/5040) of every result of one seat, in their order, to the nearest unit.

    The best of all gets a full win, the worst nothing, the average is a half. A result without
    another to compare it with is worth a half.
    """
    others = len(worths) - 1
    if others < 1:
        return [UNIT // 2] * len(worths)
    return [
        floor(UNIT * Fraction(_beaten(one, worths), 2 * others) + Fraction(1, 2)) for one in worths
    ]


def _beaten(one: Worth, worths: Sequence[Worth]) -> int:
    """Return two units for each inferior result, one for each equal one but itself."""
    return sum(2 if one > other else one == other for other in worths) - 1
