"""Say who the bots appear as, by level, and what they show at which event. Pure."""

from __future__ import annotations

from games.engine.bot import Character
from games.engine.text import gettext_noop

CHARACTERS = {
    "novice": Character(
        gettext_noop("Pip"),
        gettext_noop("Plays first and counts later; every third card or so is a leap in the dark."),
    ),
    "casual": Character(
        gettext_noop("Dotty"),
        gettext_noop("Knows the rules, tells a story meanwhile, and now and then loses the count."),
    ),
    "club": Character(
        gettext_noop("Otto"),
        gettext_noop("Strikes with jacks early and keeps kings and aces for the last minute."),
    ),
    "expert": Character(
        gettext_noop("Vesper"),
        gettext_noop("Remembers every card she gave away and works out who is on whose side."),
    ),
}

EMOTES = {
    "eliminated": {"seat": "doom"},
    "card_taken": {"target": "sad", "seat": "wink"},
    "nothing_taken": {"target": "laugh"},
    "hands_swapped": {"target": "wow"},
    "match_ended": {"seat": "good_game"},
}
