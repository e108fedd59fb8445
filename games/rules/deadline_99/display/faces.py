"""How a card of Deadline 99 is drawn and explained. Pure.

A face is code, rank ("10", "Q", "angel", …), suit ("S", … or None), sign ("+5", "±10", "=99", …)
and help (a gettext key: what it does in one sentence).
"""

from __future__ import annotations

from functools import cache

from games.engine.contract import JsonObject
from games.engine.text import gettext_noop
from games.rules.deadline_99.cards import ANGEL, RANK_OF, REAPER, RISES, SWINGS

_JOKERS = (ANGEL, REAPER)
_SIGNS = {"A": "→", "8": "↺", "J": "←", "7": "⇄", "K": "=99", ANGEL: "+2", REAPER: "✕"}
_HELP = {
    "A": gettext_noop("Choose who goes next. The direction stays the same."),
    "8": gettext_noop("Reverse the direction of play."),
    "J": gettext_noop("Take a random card from a player of your choice. You don’t draw."),
    "7": gettext_noop("Swap hands with a player of your choice. You don’t draw."),
    "10": gettext_noop("Add or subtract 10, your choice."),
    "Q": gettext_noop("Add or subtract 20, your choice."),
    "K": gettext_noop("Set the count to 99."),
    ANGEL: gettext_noop("Draw two cards instead of one."),
    REAPER: gettext_noop("You’re out as soon as you play it."),
}
_RISE_HELP = {
    "3": gettext_noop("Add 3 to the count."),
    "4": gettext_noop("Add 4 to the count."),
    "5": gettext_noop("Add 5 to the count."),
    "6": gettext_noop("Add 6 to the count."),
    "9": gettext_noop("Add 9 to the count."),
}


@cache
def card_face(code: str) -> JsonObject:
    """Return how one card is drawn and explained. Cached: do not modify the result."""
    rank = RANK_OF[code]
    if rank in RISES:
        sign, help_text = f"+{RISES[rank]}", _RISE_HELP[rank]
    else:
        sign = f"±{SWINGS[rank]}" if rank in SWINGS else _SIGNS[rank]
        help_text = _HELP[rank]
    return {
        "code": code,
        "rank": rank,
        "suit": None if rank in _JOKERS else code[-1],
        "sign": sign,
        "help": help_text,
    }
