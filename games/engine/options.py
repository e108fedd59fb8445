"""Complete and check a match's options; find the named length they are. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.contract import GameMeta, Option, OptionError, Options
from games.engine.length import Length
from games.engine.text import Phrase, gettext_noop

SEATS_OUT_OF_RANGE = gettext_noop("You can’t play this game with %(seats)s players.")
UNKNOWN_OPTION = gettext_noop("This game has no option “%(option)s”.")
OPTION_NOT_APPLICABLE = gettext_noop("The option “%(option)s” doesn’t apply here.")
OPTION_VALUE = gettext_noop("“%(value)s” isn’t a valid value for the option “%(option)s”.")


def complete_options(meta: GameMeta, seats: int, raw: Mapping[str, Any]) -> Options:
    """Return every option that applies to `seats` players, defaults filled in; rare ones if given.

    Raises OptionError for an unsupported number of seats, an unknown or
    inapplicable option, or a value that is not allowed (types are strict:
    true is not 1, and 3.0 is not 3).
    """
    if type(seats) is not int or seats not in meta.allowed_seats():
        raise OptionError("seats", Phrase(SEATS_OUT_OF_RANGE, {"seats": str(seats)}))
    known = {option.key for option in meta.options}
    for key in raw:
        if key not in known:
            raise OptionError("unknown_option", Phrase(UNKNOWN_OPTION, {"option": str(key)}), key)
    chosen: Options = {}
    for option in meta.options:
        _choose(option, seats, raw, chosen)
    return chosen


def fitting_options(meta: GameMeta, seats: int, wanted: Mapping[str, Any]) -> Options:
    """Return complete options, keeping those of `wanted` that fit the seats and these rules.

    Raises OptionError for an unsupported number of seats.
    """
    kept = dict(wanted)
    while True:
        try:
            return complete_options(meta, seats, kept)
        except OptionError as error:
            if error.key not in kept:
                raise
            del kept[error.key]


def lengths_for(meta: GameMeta, seats: int) -> dict[str, Length]:
    """Return the lengths to choose from, by key, from the shortest to the printed one.

    Lengths that set the same options for `seats` players are one choice: the printed one if it
    is among them, else the shortest.
    """
    found: list[Length] = []
    for length in meta.duration.lengths:
        options = length.options(seats)
        same = next((at for at, one in enumerate(found) if one.options(seats) == options), None)
        if same is None:
            found.append(length)
        elif length.key == "printed":
            found[same] = length
    return {length.key: length for length in found}


def length_options(meta: GameMeta, seats: int, key: str) -> Options:
    """Return the options that the length of this key sets; none if the game lacks it."""
    named = (length for length in meta.duration.lengths if length.key == key)
    return next((dict(length.options(seats)) for length in named), {})


def length_of(meta: GameMeta, seats: int, options: Mapping[str, Any]) -> Length | None:
    """Return the named length that complete `options` have, or None."""
    lengths = lengths_for(meta, seats).values()
    return next((one for one in lengths if _has(options, one.options(seats))), None)


def minutes_of(meta: GameMeta, seats: int, options: Mapping[str, Any]) -> int | None:
    """Return how many minutes a match with complete `options` takes, or None if unmeasured."""
    for measured in meta.duration.measured:
        if seats in measured.minutes and _has(options, measured.options):
            return measured.minutes[seats]
    return None


def _has(options: Mapping[str, Any], some: Mapping[str, Any]) -> bool:
    """Tell whether `some` are among `options`."""
    return all(key in options and options[key] == value for key, value in some.items())


def _choose(option: Option, seats: int, raw: Mapping[str, Any], chosen: Options) -> None:
    """Add one option's value to `chosen`, or raise OptionError."""
    if option.rare and option.key not in raw:
        return
    values = option.values(seats, chosen)
    if values is None:
        if option.key in raw:
            phrase = Phrase(OPTION_NOT_APPLICABLE, {"option": option.key})
            raise OptionError("option_not_applicable", phrase, option.key)
        return
    value = raw[option.key] if option.key in raw else option.default(seats, chosen)
    if not any(type(value) is type(allowed) and value == allowed for allowed in values):
        phrase = Phrase(OPTION_VALUE, {"option": option.key, "value": str(value)[:40]})
        raise OptionError("option_value", phrase, option.key)
    chosen[option.key] = value
