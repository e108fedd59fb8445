"""Bots' names: stored in English at the table, shown in the reader's language.

May not import: models, the rules.
"""

from __future__ import annotations

from django.utils.translation import gettext, pgettext_lazy

LABELS = {
    "simple": pgettext_lazy("kind of bot", "Simple"),
    "keen": pgettext_lazy("kind of bot", "Keen"),
}
NUMBERED = "Bot "  # an event numbers its own bots


def bot_label(bot: str) -> str:
    """Return the label of a kind of bot in the active language."""
    return str(LABELS.get(bot, bot.capitalize()))


def bot_name(bot: str, number: int) -> str:
    """Return the name stored for a bot in a seat, e.g. “Keen 3”."""
    return f"{bot.capitalize()} {number + 1}"


def shown_name(bot: str, name: str) -> str:
    """Translate a bot's stored name into the active language; return any other name unchanged."""
    kind, _, number = name.partition(" ")
    if kind == bot.capitalize():
        return f"{bot_label(bot)} {number}".strip()
    if name.startswith(NUMBERED):
        return gettext("Bot %(number)s") % {"number": number}
    return name
