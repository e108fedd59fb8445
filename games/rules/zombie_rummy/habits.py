"""Name the habit that an action shows where another one was better. Imports `games.engine`."""

from __future__ import annotations

from typing import Final

from games.engine.contract import Action
from games.engine.text import gettext_noop

DISCARDS_LEFT: Final = gettext_noop("You leave discards that you could use")
DISCARDS_TAKEN: Final = gettext_noop("You take discards when the draw pile is better")
WRONG_NUMBER: Final = gettext_noop("You take too many or too few discards")
WRONG_DISCARD: Final = gettext_noop("You discard the wrong card")
ENDS_EARLY: Final = gettext_noop("You end your turn with cards you could still play")
GOES_ON: Final = gettext_noop("You play cards you should keep for now")
WRONG_TARGET: Final = gettext_noop("You aim at the wrong player")
HABITS: Final = {
    "meld": gettext_noop("You lay sets too late"),
    "attack": gettext_noop("You keep zombies too long"),
    "gang": gettext_noop("You keep gangs too long"),
    "steal": gettext_noop("You miss brains to steal"),
    "lock": gettext_noop("You leave brains unlocked"),
    "break": gettext_noop("You leave others’ devices alone too long"),
    "place": gettext_noop("You keep brains and devices in hand too long"),
    "layoff": gettext_noop("You lay cards off too late"),
    "nuke": gettext_noop("You keep the nuke too long"),
}


def habit(made: Action, better: Action) -> str | None:
    """Return the habit as a gettext key, None for a kind of difference without a name."""
    was, would = made["type"], better["type"]
    if was == would == "draw":
        if made["from"] == better["from"]:
            return WRONG_NUMBER
        return DISCARDS_LEFT if better["from"] == "discard" else DISCARDS_TAKEN
    if was == would == "discard":
        return WRONG_DISCARD
    if was == would in ("attack", "nuke"):
        return WRONG_TARGET
    if was == "discard":
        return HABITS.get(would, ENDS_EARLY)
    return GOES_ON if would == "discard" else HABITS.get(would)
