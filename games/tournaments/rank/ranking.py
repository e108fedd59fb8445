"""Standings: points, then each criterion in turn among entries still tied.

Spec: tournaments 3.3. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.rank.criteria import CRITERIA, DIRECT, LOT, scalar
from games.tournaments.rank.direct import direct_encounter, mini_scores, results_between
from games.tournaments.rank.field import Field, Value
from games.tournaments.rank.points import decimal

POINTS = "points"
LOT_HIDDEN_BITS = 44


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings.

    `place` is shared (1, 1, 3) if all criteria are equal; `values` are the criteria in the event's
    order, None if a criterion was not needed; `decided_by` names what separates the entry from the
    one above it ("points" or a criterion), None for the first and for a shared place.
    """

    place: int
    entry: int
    points: int
    values: Mapping[str, Value | None]
    decided_by: str | None


@dataclass(slots=True)
class _Group:
    """Entries still tied, and what separated them from those above."""

    members: list[int]
    decided_by: str | None


def standings(
    field: Field, criteria: Sequence[str], entries: Iterable[int] | None = None
) -> list[Row]:
    """Return the standings of `entries` (all, if None), best first.

    Within a shared place rows keep the order of `entries`. Raises KeyError for
    an unknown criterion.
    """
    listed = list(field.sheet if entries is None else entries)
    values: dict[str, dict[int, Value]] = {name: {} for name in criteria}
    groups = _split([_Group(listed, None)], POINTS, lambda group: _by(field.points, group))
    for name in criteria:
        groups = _apply(field, name, groups, listed, values[name])
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        for at, entry in enumerate(group.members):
            decided = group.decided_by if at == 0 else None
            shown = {name: values[name].get(entry) for name in criteria}
            rows.append(Row(place, entry, field.points[entry], shown, decided))
    return rows


def _apply(
    field: Field,
    name: str,
    groups: list[_Group],
    listed: Sequence[int],
    values: dict[int, Value],
) -> list[_Group]:
    """Split every tied group by one criterion and record the criterion's values."""
    if name == DIRECT:
        for group in groups:
            if len(group.members) > 1:
                between = results_between(field, group.members)
                values.update(mini_scores(group.members, between) if between else {})
        return _split(groups, name, lambda members: direct_encounter(field, members))
    compute = scalar(name)
    values.update({entry: compute(field, entry) for entry in listed})
    return _split(groups, name, lambda members: _by(values, members))


def _split(
    groups: list[_Group], name: str, order: Callable[[list[int]], list[list[int]]]
) -> list[_Group]:
    """Return the groups after ordering each tied one."""
    result: list[_Group] = []
    for group in groups:
        if len(group.members) < 2:
            result.append(group)
            continue
        for at, part in enumerate(order(group.members)):
            result.append(_Group(part, group.decided_by if at == 0 else name))
    return result


def _by(values: Mapping[int, Value], members: list[int]) -> list[list[int]]:
    """Return the members in groups of equal value, highest first."""
    by_value: dict[Value, list[int]] = {}
    for entry in members:
        by_value.setdefault(values[entry], []).append(entry)
    return [by_value[value] for value in sorted(by_value, reverse=True)]


def shown_value(name: str, value: Value | None) -> str:
    """Return a criterion's value for display: rounded only here, "" for none."""
    if value is None:
        return ""
    if name == LOT:
        return str(int(value) >> LOT_HIDDEN_BITS)
    return decimal(Fraction(value), CRITERIA[name].places)
