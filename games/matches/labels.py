"""Labels in the active language: bots, times, options and their values, how a match ended.

A bot's name is stored in English and translated when shown. Must not import models.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext_lazy

from games.engine.bot import Character
from games.engine.contract import GameMeta, Option, Options, Rules
from games.engine.options import length_of, lengths_for, minutes_of
from games.registry import all_rules, all_rulesets

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
OLDER = "Bot"
"""The base of the names that events gave their bots: “Bot 3”."""
STORED_NAME = re.compile(r"(.+?)(?: ([0-9]+|[IVXLC]+))?")


def bot_label(bot: str) -> str:
    """Return the label of a kind of bot in the active language."""
    return str(LABELS.get(bot, bot.capitalize()))


def bot_mark(bot: str) -> str:
    """Return what marks a bot of this level in the active language: “Bot · Club”."""
    return f"{gettext('Bot')} · {bot_label(bot)}"


def character_of(game: str, bot: str) -> Character | None:
    """Return who a game's bot of a level appears as; None without the game or a character."""
    rules = all_rules().get(game)
    return None if rules is None else rules.character(bot)


def bot_title(game: str, bot: str) -> str:
    """Return a bot's name and level in the active language: “Otto · Club”."""
    who = character_of(game, bot)
    return f"{gettext(who.name)} · {bot_label(bot)}" if who else bot_mark(bot)


def bot_face(game: str, bot: str) -> str:
    """Return the icon of a bot's face, or of any bot where the game has drawn none."""
    return f"{game}-{bot}" if character_of(game, bot) else "ui-bot"


def bot_name(game: str, bot: str, number: int = 1) -> str:
    """Return the name stored for the `number`-th bot of a level at a table, e.g. “Otto II”."""
    who = character_of(game, bot)
    return _numbered(who.name if who else bot.capitalize(), number)


def shown_name(game: str, bot: str, name: str) -> str:
    """Translate a bot's stored name into the active language; return any other name unchanged.

    Older matches stored “Club 3” after the level and seat, and events “Bot 3”.
    """
    found = STORED_NAME.fullmatch(name)
    who = character_of(game, bot)
    known = {bot.capitalize(), OLDER, *([who.name] if who else [])}
    if found is None or found[1] not in known:
        return name
    base = gettext(who.name) if who else bot_mark(bot)
    return " ".join([base, *_numeral(found[2])])


def _numbered(base: str, number: int) -> str:
    return " ".join([base, *_numeral(str(number))])


def _numeral(number: str | None) -> list[str]:
    """Return a number above 1 as a Roman numeral, as the last word of a name; else nothing."""
    if not number or not number.isdecimal():
        return [number] if number else []
    return [roman(int(number))] if int(number) > 1 else []


def roman(number: int) -> str:
    """Return a number as a Roman numeral; from 400 on in digits."""
    if number >= 400:
        return str(number)
    parts = []
    for value, sign in ROMAN:
        parts.append(sign * (number // value))
        number %= value
    return "".join(parts)


ROMAN = (
    *((100, "C"), (90, "XC"), (50, "L"), (40, "XL")),
    *((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def reason_label(reason: str, game: str | None = None) -> str:
    """Return how a match of `game` ended in words, or the bare reason if the game is gone.

    Without a game, return the words of every game that knows the reason.
    """
    found = all_rulesets()
    games = found.values() if game is None else [found.get(game, {})]
    metas = [rules.meta for rulesets in games for rules in rulesets.values()]
    words = {meta.end_reasons[reason]: None for meta in metas if reason in meta.end_reasons}
    return " / ".join(map(gettext, words)) or reason.replace("_", " ")
