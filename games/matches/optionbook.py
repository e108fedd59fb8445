"""A game's options as its rule page explains them, drawn from what the game declares.

What an option may be depends on the number of seats and the options before it; here each stands
with every value it can have anywhere, and with its usual ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.engine.contract import GameMeta, Option, Options
from games.matches.choices import number_row, value_label
from games.matches.phrases import listing

FEW = 6


@dataclass(frozen=True)
class OptionEntry:
    """One line of the table: what is chosen, among what, and what it usually is."""

    label: str
    help: str
    values: str
    usual: str


def option_book(meta: GameMeta) -> list[OptionEntry]:
    """Return a game's options in the order in which they are chosen, in the active language."""
    seen: dict[str, tuple[list[Any], list[Any]]] = {o.key: ([], []) for o in meta.options}
    for seats in meta.allowed_seats():
        _walk(meta.options, seats, {}, seen)
    return [_entry(option, *seen[option.key]) for option in meta.options]


def _walk(
    options: Sequence[Option],
    seats: int,
    chosen: Options,
    seen: dict[str, tuple[list[Any], list[Any]]],
) -> None:
    """Collect each option's values and defaults; go on from every value that is told by a name.

    Values without names are numbers: no later option depends on which, so the usual one stands
    for all of them, and the walk stays short.
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
    """Add the values that are not there yet; true is not 1."""
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
    """Return values in words; a row of numbers without a gap as “5–60”."""
    row = number_row(option, values)
    if row and len(row) > 2:
        return f"{row[0]}–{row[-1]}"
    return listing(value_label(option, value) for value in values)
