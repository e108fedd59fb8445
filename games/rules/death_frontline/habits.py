"""Name the habit that an action shows where another one was better. Pure."""

from __future__ import annotations

from typing import Final

from games.engine.contract import Action
from games.engine.text import gettext_noop

OPENING: Final = {
    "mulligan": gettext_noop("You keep opening hands that need changing"),
    "keep": gettext_noop("You change opening hands that are good enough"),
}
ACTS: Final = gettext_noop("You act where passing is better")
MISSED: Final = {
    "attack": gettext_noop("You miss attacks"),
    "move": gettext_noop("You leave troops where they stand"),
    "deploy": gettext_noop("You hold cards back too long"),
    "build": gettext_noop("You build facilities too late"),
    "skill": gettext_noop("You keep skills too long"),
    "swap_draw": gettext_noop("You keep supply you don’t need"),
    "skip_draw": gettext_noop("You swap cards you still need"),
    "offer_end": gettext_noop("You offer to end the battle too late"),
}
WRONG: Final = {
    "attack": gettext_noop("You attack the wrong target"),
    "move": gettext_noop("You move the wrong unit, or to the wrong cell"),
    "deploy": gettext_noop("You deploy the wrong card, or in the wrong cell"),
    "build": gettext_noop("You build in the wrong cell"),
    "skill": gettext_noop("You use skills on the wrong target"),
}


def habit(made: Action, better: Action) -> str | None:
    """Return the habit as a gettext key, None for a kind of difference without a name."""
    was, would = made["type"], better["type"]
    if would in OPENING:
        return OPENING[would]
    if would == "pass":
        return ACTS
    return WRONG.get(would) if was == would else MISSED.get(would)
