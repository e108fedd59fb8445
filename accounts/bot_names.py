"""Keep people from taking a bot's name, which would let them pass for it."""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from games.registry import all_rules

TAKEN = _("A bot has this name. Please choose another.")


def refuse_bot_name(name: str) -> None:
    """Raise ValidationError if `name` is a bot's in any language, or differs in little."""
    if _bare(name) in _bot_names():
        raise ValidationError(TAKEN, code="name_bot")


@cache
def _bot_names() -> frozenset[str]:
    """Return the names of all games' bots in every language, bare."""
    bots = [bot for rules in all_rules().values() for bot in rules.bots.values()]
    names = {bot.character.name for bot in bots if bot.character}
    for language, _label in settings.LANGUAGES:
        with override(language):
            names |= set(map(gettext, names))
    return frozenset(map(_bare, names))


def _bare(name: str) -> str:
    """Return a name without case, punctuation and a number at its end, which hardly tell it."""
    plain = re.sub(r"[ ._-]", "", name).casefold()
    return re.sub(r"(?<=.)(?:[ivxlc]{1,6}|[0-9]{1,4})$", "", plain)
