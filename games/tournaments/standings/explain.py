"""A criterion's value round by round: what a standings page shows on hovering.

The parts that count add up to the value. Spec: tournaments 3.3. Pure: imports no Django, random,
time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.lines import Line
from games.tournaments.points import UNIT
from games.tournaments.standings.duel import in_points, without_least
from games.tournaments.standings.field import Field, Part
from games.tournaments.standings.tables import beaten_units, relative_score, win_of


@dataclass(frozen=True, slots=True)
class RoundValue:
    """One round's contribution to a criterion; `counts` is false if it is left out."""

    line: Line
    value: Fraction
    counts: bool = True


def explain(field: Field, entry: int, name: str) -> list[RoundValue]:
    """Return the rounds of an entry, each with its contribution to the criterion.

    Empty for criteria that are not a sum over rounds (direct encounter, lot, mean values and counts
    that speak for themselves).
    """
    parts = list(field.parts[entry])
    if name in _KEPT:
        kept = _KEPT[name](parts)
        return [
            RoundValue(part.line, in_points(part.value), any(part is one for one in kept))
            for part in parts
        ]
    add = _ADDED.get(name)
    if add is None:
        return []
    return [RoundValue(part.line, add(field, part)) for part in parts]


def _all(parts: list[Part]) -> list[Part]:
    return parts


def _cut_two(parts: list[Part]) -> list[Part]:
    return without_least(without_least(parts))


def _median(parts: list[Part]) -> list[Part]:
    """Leave out the lowest, then the highest."""
    rest = without_least(parts)
    if not rest:
        return rest
    largest = max(rest, key=lambda part: part.value)
    return [part for part in rest if part is not largest]


_KEPT: dict[str, Callable[[list[Part]], list[Part]]] = {
    "buchholz": _all,
    "opponents": _all,
    "buchholz_cut1": without_least,
    "buchholz_cut2": _cut_two,
    "median_buchholz": _median,
}

_ADDED: dict[str, Callable[[Field, Part], Fraction]] = {
    "sonneborn_berger": lambda field, part: part.value * part.line.points / (UNIT * UNIT),
    "table_wins": lambda field, part: win_of(field, part.line),
    "beaten": lambda field, part: beaten_units(field, part) / UNIT,
    "relative": lambda field, part: relative_score(part.line),
    "total_score": lambda field, part: Fraction(part.line.score or 0),
}
