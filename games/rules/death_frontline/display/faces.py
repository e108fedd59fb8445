"""Describe how a card is drawn and explained. Pure.

A face is {"code", "deck", "kind", "icon", "name", "attack", "defence", "level", "anti_tank",
"reach", "amount", "abilities", "range", "help"}: numbers a card lacks are None; `abilities`
are {"key", "name"}; names, `range` and `help` are gettext keys.
"""

from __future__ import annotations

from functools import cache

from games.engine.contract import JsonObject
from games.engine.text import gettext_noop
from games.rules.death_frontline.cards import FACILITY, RESOURCE, SKILL, TROOP, Card
from games.rules.death_frontline.catalogue import card_of
from games.rules.death_frontline.words import RANGE_TEXTS

ABILITY_NAMES = {
    "vehicle": gettext_noop("vehicle"),
    "fast": gettext_noop("fast"),
    "engineer": gettext_noop("engineers"),
    "breacher": gettext_noop("breaches bunkers"),
    "indirect": gettext_noop("indirect fire"),
    "emplaced": gettext_noop("emplaced"),
    "airborne": gettext_noop("airborne"),
    "command": gettext_noop("command"),
}
KIND_NAMES = {
    TROOP: gettext_noop("Troop"),
    RESOURCE: gettext_noop("Resource"),
    FACILITY: gettext_noop("Facility"),
    SKILL: gettext_noop("Skill"),
}
EFFECT_HELP = {
    "mine": gettext_noop("Destroys the enemy unit that enters, and itself. Engineers clear it."),
    "obstacle": gettext_noop("Vehicles of either side can’t enter."),
    "bunker": gettext_noop("A friendly troop in this cell has +2 defence."),
    "strike": gettext_noop("Attack one enemy unit or facility anywhere."),
    "barrage": gettext_noop("Attack every enemy unit in a block of four cells."),
    "rally": gettext_noop("Your side’s troops have more defence until the end of the round."),
    "assault": gettext_noop("Your vehicles have more attack until the end of the round."),
    "supply": gettext_noop("Your troops count as supplied until the end of the round."),
    "suppress": gettext_noop("Exhaust one enemy troop."),
    "blitz": gettext_noop("Move one of your troops one or two steps now."),
}
RESOURCE_HELP = gettext_noop("Supplies friendly troops up to its level, within its reach.")


@cache
def face_of(code: str) -> JsonObject:
    """Return the face of a card by its code. Cached: do not modify the result."""
    card = card_of(code)
    return {
        "code": code,
        "deck": card.deck,
        "kind": card.kind,
        "kind_name": KIND_NAMES[card.kind],
        "icon": _icon(card),
        "name": card.name,
        "attack": card.attack if card.is_troop else None,
        "defence": None if card.kind == SKILL else card.defence,
        "level": card.level if card.kind in (TROOP, RESOURCE) else None,
        "anti_tank": card.anti_tank,
        "reach": card.reach,
        "amount": card.amount,
        "abilities": [
            {"key": key, "name": name} for key, name in ABILITY_NAMES.items() if card.has(key)
        ],
        "range": RANGE_TEXTS[card.range] if card.is_troop else "",
        "help": RESOURCE_HELP if card.kind == RESOURCE else EFFECT_HELP.get(card.effect, ""),
    }


def _icon(card: Card) -> str:
    """Return the sprite's icon of a branch or of the card's own name."""
    own = card.branch or card.code.split(".")[1]
    return own.replace("_", "-")
