"""Labels of a table's settings in the active language: times, options and their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from games.engine.contract import GameMeta, Option, Options, Rules

USUAL_SEATS = 4


def usual_seats(meta: GameMeta) -> int:
    """Return the default number of seats."""
    allowed = meta.allowed_seats()
    if meta.usual_seats:
        return meta.usual_seats
    return USUAL_SEATS if USUAL_SEATS in allowed else allowed[0]


def duration_label(seconds: int) -> str:
    """Return a clock setting in words: “30 seconds”, “2 minutes”, “1 day”."""
    if seconds % 86400 == 0 and seconds:
        return ngettext("%d day", "%d days", seconds // 86400) % (seconds // 86400)
    if seconds % 60 == 0 and seconds:
        return ngettext("%d minute", "%d minutes", seconds // 60) % (seconds // 60)
    return ngettext("%d second", "%d seconds", seconds) % seconds if seconds else gettext("none")


def value_label(option: Option, value: Any) -> str:
    """Return the label of an option's value in the active language."""
    for known, label in option.value_labels.items():
        if type(known) is type(value) and known == value:
            return gettext(label)
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    return gettext("by chance") if value is None else str(value)


def number_row(option: Option, values: Sequence[Any]) -> range | None:
    """Return an option's values as a range if they are consecutive numbers, else None."""
    numbers = sorted(value for value in values if type(value) is int)
    if option.value_labels or not numbers or len(numbers) < len(values):
        return None
    row = range(numbers[0], numbers[-1] + 1)
    return row if len(row) == len(numbers) else None


def option_lines(rules: Rules, options: Options) -> list[tuple[str, str]]:
    """Return a table's options as pairs of label and value, in the active language."""
    return [
        (gettext(option.label), value_label(option, options[option.key]))
        for option in rules.meta.options
        if option.key in options
    ]
