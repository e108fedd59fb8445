"""How bots are called: stored in English at the table, shown in the reader's language.

May not import: models, the rules.
"""

from __future__ import annotations

from django.utils.translation import gettext, pgettext_lazy

LABELS = {
    "simple": pgettext_lazy("kind of bot", "Simple"),
    "keen": pgettext_lazy("kind of bot", "Keen"),
}
NUMBERED = "Bot "  # an event's bots have numbers of their own


def bot_label(bot: str) -> str:
    """Return how a kind of bot is called in the active language."""
    return str(LABELS.get(bot, bot.capitalize()))


def bot_name(bot: str, number: int) -> str:
    """Return the name stored for a bot in a seat, e.g. “Keen 3”."""
    return f"{bot.capitalize()} {number + 1}"


def shown_name(bot: str, name: str) -> str:
    """Return a bot's stored name in the active language; a name of another kind stays as it is."""
    kind, _, number = name.partition(" ")
    if kind == bot.capitalize():
        return f"{bot_label(bot)} {number}".strip()
    if name.startswith(NUMBERED):
        return gettext("Bot %(number)s") % {"number": number}
    return name
