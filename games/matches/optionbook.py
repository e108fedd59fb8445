"""A game's options as its rule page explains them, derived from the game's declarations.

An option's allowed values depend on the number of seats and the options before it; here each is
listed with every value it can ever have, and with its defaults.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.engine.contract import GameMeta, Option, Options
from games.matches.labels import number_row, value_label
from games.matches.phrases import listing

FEW = 6


@dataclass(frozen=True)
class OptionEntry:
    """One row of the table: an option, its values and its defaults."""

    label: str
    help: str
    values: str
    usual: str


def option_book(meta: GameMeta) -> list[OptionEntry]:
    """Return a game's options in the order of choosing, in the active language."""
    seen: dict[str, tuple[list[Any], list[Any]]] = {o.key: ([], []) for o in meta.choices}
    for seats in meta.allowed_seats():
        _walk(meta.choices, seats, {}, seen)
    return [_entry(option, *seen[option.key]) for option in meta.choices]


def _walk(
    options: Sequence[Option],
    seats: int,
    chosen: Options,
    seen: dict[str, tuple[list[Any], list[Any]]],
) -> None:
    """Collect each option's values and defaults, branching on every named value.

    Values without names are numbers, on which no later option depends, so the default represents
    them all and the walk stays short.
    """
    if not options:
        return None
    option, rest = options[0], options[1:]
    values = option.values(seats, chosen)
    if values is None:
        return _walk(rest, seats, chosen, seen)
    usual = option.default(seats, chosen)
    _add(seen[option.key][0], values)
    _add(seen[option.key][1], [usual])
    branches = list(values) if option.value_labels and len(values) <= FEW else [usual]
    for value in branches:
        _walk(rest, seats, {**chosen, option.key: value}, seen)
    return None


def _add(found: list[Any], values: Iterable[Any]) -> None:
    """Add the values not found yet, without mistaking True for 1."""
    known = {json.dumps(value) for value in found}
    found.extend(value for value in values if json.dumps(value) not in known)


def _entry(option: Option, values: list[Any], usual: list[Any]) -> OptionEntry:
    return OptionEntry(
        label=gettext(option.label),
        help=gettext(option.help),
        values=_listed(option, values),
        usual=_listed(option, usual),
    )


def _listed(option: Option, values: list[Any]) -> str:
    """Return values in words; consecutive numbers as “5–60”."""
    row = number_row(option, values)
    if row and len(row) > 2:
        return f"{row[0]}–{row[-1]}"
    return listing(value_label(option, value) for value in values)
