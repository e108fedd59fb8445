"""Name and explain the steps of a round. Pure."""

from __future__ import annotations

from games.engine.contract import JsonObject
from games.engine.text import gettext_noop
from games.rules.death_frontline.state import STEPS

HINTS = {
    "mulligan": gettext_noop("Keep this hand, or shuffle it back and draw eight new cards."),
    "draw": gettext_noop("Your hand is full: discard a card to draw a new one, or don’t draw."),
    "deploy": gettext_noop("Choose a card to deploy, or a unit to move."),
    "facility": gettext_noop("Choose a facility to build."),
    "skill": gettext_noop("Choose a skill to play."),
    "attack": gettext_noop("Choose a target, or the attacking troops."),
    "breakthrough": gettext_noop("The way is open: break through and win."),
    "only_pass": gettext_noop("You can only pass in this step."),
}

SHORT_NAMES = {
    "mulligan": gettext_noop("Hands"),
    "draw": gettext_noop("Draw"),
    "deploy": gettext_noop("Deploy"),
    "facility": gettext_noop("Build"),
    "skill": gettext_noop("Skills"),
    "attack": gettext_noop("Attack"),
}


def steps_of(step: str) -> list[JsonObject]:
    """Return the steps of a round with the current one marked; the opening hands come only once."""
    shown = [key for key in STEPS if key != "mulligan" or step == "mulligan"]
    now = shown.index(step) if step in shown else len(shown)
    return [
        {"key": key, "name": SHORT_NAMES[key], "is_now": place == now, "is_past": place < now}
        for place, key in enumerate(shown)
    ]
