"""Name the habit that a play shows where another one was better. Pure."""

from __future__ import annotations

from typing import Final

from games.engine.contract import Action
from games.engine.text import gettext_noop
from games.rules.deadline_99.cards import ANGEL, RANK_OF, RISES

WRONG_TARGET: Final = gettext_noop("You aim at the wrong player")
NUMBERS: Final = gettext_noop("You save numbers that still fit")
LOWERS: Final = gettext_noop("You lower the count too late")
TOO_LATE: Final = {
    "A": gettext_noop("You keep aces too long"),
    "7": gettext_noop("You keep sevens too long"),
    "8": gettext_noop("You keep eights too long"),
    "J": gettext_noop("You keep jacks too long"),
    "K": gettext_noop("You keep kings too long"),
    ANGEL: gettext_noop("You keep the angel too long"),
}


def habit(made: Action, better: Action) -> str | None:
    """Return the habit as a gettext key, None for a kind of difference without a name."""
    if "card" not in made or "card" not in better:
        return None
    rank = RANK_OF[better["card"]]
    if rank == RANK_OF[made["card"]] and made.get("target") != better.get("target"):
        return WRONG_TARGET
    if better.get("op") == "-":
        return LOWERS
    if rank in RISES or better.get("op") == "+":
        return NUMBERS
    return TOO_LATE.get(rank)
