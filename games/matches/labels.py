"""Labels in the active language: bots, times, options and their values, how a match ended.

A bot's name is stored in English and translated when shown. Must not import models.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext_lazy

from games.engine.contract import GameMeta, Option, Options, Rules
from games.engine.options import length_of, lengths_for, minutes_of
from games.registry import all_rulesets

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
    return gettext("at random") if value is None else str(value)


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


LENGTHS = {
    "quick": pgettext_lazy("length of a match", "Quick"),
    "usual": pgettext_lazy("length of a match", "Usual"),
    "printed": pgettext_lazy("length of a match", "As printed"),
}


def length_label(meta: GameMeta, seats: int, options: Options, *, named: bool = False) -> str:
    """Return how long a match with complete options takes: “Quick · about 10 min”.

    Unless `named`, the name is left out where the game offers one length only. Empty if neither
    name nor minutes are known.
    """
    length, minutes = length_of(meta, seats, options), minutes_of(meta, seats, options)
    named = named or len(lengths_for(meta, seats)) > 1
    parts = [str(LENGTHS[length.key])] if length and named else []
    return " · ".join([*parts, *([minutes_label(minutes)] if minutes else [])])


def minutes_label(minutes: int) -> str:
    """Return a measured time in words: “about 10 min”."""
    return gettext("about %(n)s min") % {"n": minutes}


LABELS = {
    "novice": pgettext_lazy("kind of bot", "Novice"),
    "casual": pgettext_lazy("kind of bot", "Casual"),
    "club": pgettext_lazy("kind of bot", "Club"),
    "expert": pgettext_lazy("kind of bot", "Expert"),
}
NUMBERED = "Bot "  # an event numbers its own bots


def bot_label(bot: str) -> str:
    """Return the label of a kind of bot in the active language."""
    return str(LABELS.get(bot, bot.capitalize()))


def bot_name(bot: str, number: int) -> str:
    """Return the name stored for a bot in a seat, e.g. “Club 3”."""
    return f"{bot.capitalize()} {number + 1}"


def shown_name(bot: str, name: str) -> str:
    """Translate a bot's stored name into the active language; return any other name unchanged."""
    kind, _, number = name.partition(" ")
    if kind == bot.capitalize():
        return f"{bot_label(bot)} {number}".strip()
    if name.startswith(NUMBERED):
        return gettext("Bot %(number)s") % {"number": number}
    return name


def reason_label(reason: str, game: str | None = None) -> str:
    """Return how a match of `game` ended in words, or the bare reason if the game is gone.

    Without a game, return the words of every game that knows the reason.
    """
    found = all_rulesets()
    games = found.values() if game is None else [found.get(game, {})]
    metas = [rules.meta for rulesets in games for rules in rulesets.values()]
    words = {meta.end_reasons[reason]: None for meta in metas if reason in meta.end_reasons}
    return " / ".join(map(gettext, words)) or reason.replace("_", " ")
