"""Say who the bots appear as, by level, and what they show at which event. Pure."""

from __future__ import annotations

from games.engine.bot import Character
from games.engine.text import gettext_noop

CHARACTERS = {
    "novice": Character(
        gettext_noop("Finch"),
        gettext_noop("Marches forward and shoots at the first thing in range."),
    ),
    "casual": Character(
        gettext_noop("Tilly"),
        gettext_noop("Goes by feel: considers a few moves and takes the one that looks best."),
    ),
    "club": Character(
        gettext_noop("Brandt"),
        gettext_noop("Supply first, glory later; holds the last card until ahead."),
    ),
    "expert": Character(
        gettext_noop("Marlow"),
        gettext_noop("Fights the whole round in his head before the first shot."),
    ),
}

EMOTES = {
    "broke_through": {"seat": "cool"},
    "unit_lost": {"seat": "sad"},
    "suppressed": {"seat": "oops"},
    "mulliganed": {"seat": "luck"},
}
