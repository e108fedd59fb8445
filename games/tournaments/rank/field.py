"""The field from which standings are computed, and scores as opponents count them.

Spec: tournaments 3.3 (FIDE C.07, edition 2026). All numbers are exact: points are integers in units
of 1/5040, means are fractions. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from games.tournaments.rank.lines import Line, Sheet
from games.tournaments.rank.points import UNIT

Value = int | Fraction


@dataclass(frozen=True)
class Field:
    """The inputs of the criteria.

    sheet         every entry's lines in round order
    rounds        how many rounds the tournament has
    full_win      units of a full win
    adjustments   penalty units by entry, negative to deduct points
    round_robin   forfeits count like games there (edition 2026)
    seed          the tournament's seed, for lots
    strengths     each entry's rating at entry, if it had one
    boards        how many boards a match of two teams has
    """

    sheet: Sheet
    rounds: int
    full_win: int = UNIT
    adjustments: Mapping[int, int] = field(default_factory=dict)
    round_robin: bool = False
    seed: str = ""
    strengths: Mapping[int, int] = field(default_factory=dict)
    boards: int = 0

    @cached_property
    def points(self) -> dict[int, int]:
        """Every entry's points, including adjustments."""
        return {
            entry: sum([line.points for line in lines]) + self.adjustments.get(entry, 0)
            for entry, lines in self.sheet.items()
        }

    @cached_property
    def scores(self) -> dict[int, int]:
        """A(p): every entry's points as its opponents count them.

        Every requested bye after the last other round counts half a win.
        """
        return {entry: self._as_opponent(entry) for entry in self.sheet}

    @cached_property
    def parts(self) -> dict[int, tuple[Part, ...]]:
        """The contribution of each round to each entry's Buchholz."""
        return {
            entry: tuple([self._part(entry, line) for line in lines])
            for entry, lines in self.sheet.items()
        }

    def is_game(self, line: Line) -> bool:
        """Say whether a round counts as a game against opponents."""
        forfeit = self.round_robin and line.kind in ("fwin", "floss") and len(line.others) == 1
        return line.kind == "played" or forfeit

    def _as_opponent(self, entry: int) -> int:
        """Return A(p) of one entry."""
        lines = self.sheet[entry]
        score = self.points[entry]
        for line in reversed(lines):
            if line.kind != "req":
                break
            score += self.full_win // 2 - line.points
        return score

    def mean_score(self, others: Sequence[int]) -> Value:
        """Return the mean of A(q) over the other entries at a table; whole for one other."""
        known = [self.scores[other] for other in others if other in self.scores]
        return Fraction(sum(known), len(known)) if len(known) > 1 else sum(known)

    def _part(self, entry: int, line: Line) -> Part:
        """Return one round's contribution: the opponents' score, or a dummy's."""
        if self.is_game(line):
            return Part(line, self.mean_score(line.others))
        return Part(line, self._dummy(entry, line), line.kind in ("req", "floss"))

    def _dummy(self, entry: int, line: Line) -> Value:
        """Return the capped score of the dummy opponent of an unplayed round."""
        own: Value = self.points[entry]
        if line.kind not in ("fwin", "floss"):
            most: Value = Fraction(self.full_win * self.rounds, 2)
        else:
            most = self.mean_score(line.others) if line.others else own
        return own if own <= most else most


def has_full_points(field: Field, line: Line) -> bool:
    """Say whether a round was worth a full win; a forfeit win is, even with raw scores."""
    return line.kind == "fwin" or 0 < field.full_win <= line.points


class Part(NamedTuple):
    """A round's contribution to Buchholz, in units; `voluntary` is cut first."""

    line: Line
    value: Value
    voluntary: bool = False
