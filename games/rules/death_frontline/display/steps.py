"""Name and explain the steps of a round. Pure."""

from __future__ import annotations

from games.engine.contract import JsonObject
from games.engine.text import gettext_noop
from games.rules.death_frontline.state import STEPS

HINTS = {
    "mulligan": gettext_noop("Keep this hand, or shuffle it back and draw eight others."),
    "draw": gettext_noop(
        "Your hand is full: choose a card to discard for a new one, or draw none."
    ),
    "deploy": gettext_noop("Choose a card to deploy, or a unit to move."),
    "facility": gettext_noop("Choose a facility to build."),
    "skill": gettext_noop("Choose a skill to play."),
    "attack": gettext_noop("Choose a target, or the troops that attack."),
    "breakthrough": gettext_noop("The way is open: break through and win."),
    "only_pass": gettext_noop("There is nothing you can do in this step but pass."),
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
