"""Say who the bots appear as, by level, and what they show at which event. Pure."""

from __future__ import annotations

from games.engine.bot import Character
from games.engine.text import gettext_noop

CHARACTERS = {
    "novice": Character(
        gettext_noop("Wally"),
        gettext_noop("Lays whatever he can at once and shares his zombies with everyone."),
    ),
    "casual": Character(
        gettext_noop("Juno"),
        gettext_noop(
            "Takes the points in front of her, spares no one, and never looks a turn ahead."
        ),
    ),
    "club": Character(
        gettext_noop("Morris"),
        gettext_noop("Thinks the whole turn through before he touches a card."),
    ),
    "expert": Character(
        gettext_noop("Salem"),
        gettext_noop("Looks two turns ahead and knows which discards you picked up."),
    ),
}

EMOTES = {
    "horde_formed": {"holder": "doom", "seat": "cool"},
    "seat_attacked": {"target": "oops"},
    "brain_stolen": {"victim": "wow", "seat": "laugh"},
    "seat_nuked": {"target": "doom", "seat": "cool"},
    "round_won": {"seat": "cool"},
}
