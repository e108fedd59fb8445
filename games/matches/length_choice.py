"""The choice of a length on a form that also shows the options it sets.

The form posts the length chosen, the one it was drawn with, each option, and the value each was
drawn with. So an option changed by hand leaves the length, without a script as well, and an
untouched one follows the length when the seats change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.contract import GameMeta, Options
from games.engine.options import length_options
from games.matches.labels import LENGTHS

OPTION = "option-"
DRAWN = "usual-"
"""Prefix of the fields that carry the values last drawn: seats may change an option's default."""
CUSTOM = "custom"
"""The choice with which the options are chosen one by one."""


@dataclass(frozen=True)
class LengthChoice:
    """The length chosen, or CUSTOM; the options it sets; the keys that any length sets.

    `was_left` tells that a length set these options until now, so they keep their values.
    """

    key: str
    preset: Options
    keys: frozenset[str]
    was_left: bool


def length_choice(
    meta: GameMeta, seats: int, posted: Mapping[str, Any], *, first: str
) -> LengthChoice:
    """Return the length chosen in a form, for so many seats; `first` if nothing is chosen yet."""
    lengths = meta.duration.lengths
    keys = frozenset(key for length in lengths for key in length.options(seats))
    asked, drawn = str(posted.get("length", "")), str(posted.get("shown_length", ""))
    if not asked and not any(OPTION + key in posted for key in keys):
        asked = first
    is_changed = asked == drawn and any(_is_changed(key, posted) for key in keys)
    if is_changed or asked not in LENGTHS:
        return LengthChoice(CUSTOM, {}, keys, was_left=drawn in LENGTHS)
    return LengthChoice(asked, length_options(meta, seats, asked), keys, was_left=False)


def _is_changed(key: str, posted: Mapping[str, Any]) -> bool:
    """Tell whether an option has another value than it was last drawn with."""
    drawn, asked = posted.get(DRAWN + key), posted.get(OPTION + key)
    return drawn is not None and asked is not None and drawn != asked
