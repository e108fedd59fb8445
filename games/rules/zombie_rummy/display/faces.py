"""Describe how a card is drawn and explained. Pure.

A face is {"code", "icon", "kind", "number", "group", "title", "help"}: `icon` the
sprite's name, `kind` weapon, zombie, brain, equipment, device or nuke, `number` on
weapons, `group` 1 or 2 on equipment, `title` and `help` gettext keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.engine.contract import JsonObject
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.cards import (
    EQUIPMENT_GROUP_OF,
    EQUIPMENT_GROUPS,
    NAMES,
    WEAPON_OF,
)

WEAPON_TITLES: Final = {
    "chainsaw": gettext_noop("Chainsaw"),
    "shotgun": gettext_noop("Shotgun"),
    "chair": gettext_noop("Chair"),
}
WEAPON_HELP: Final = gettext_noop(
    "Weapon. Lay three or more of the same number, or a run of three or more of one "
    "weapon. +2 each."
)
EQUIPMENT_HELP: Final = {
    1: gettext_noop(
        "Equipment. Truck, key and gas make a set. +1 each, +2 on a zombie, +4 on a horde."
    ),
    2: gettext_noop(
        "Equipment. Lighter, serum and book make a set. +1 each, +2 on a zombie, +4 on a horde."
    ),
}
KINDS: Final = {
    "zombie": "zombie",
    "gang": "zombie",
    "brain": "brain",
    "nuke": "nuke",
    "radio": "device",
    "barricade": "device",
}
HELP: Final = {
    "zombie": gettext_noop(
        "Attack another player (−5), steal a brain, break a device, or lock one of your brains."
    ),
    "gang": gettext_noop("Turns an open zombie on any table into a horde, for another −5."),
    "brain": gettext_noop("+5 on your table. Other players can steal it until a zombie locks it."),
    "nuke": gettext_noop("Removes all of one player’s cards, on the table and in hand."),
    "radio": gettext_noop("+2 on your table, and nukes can’t hit you."),
    "barricade": gettext_noop("+2 on your table, and keeps other players’ zombies and gangs out."),
}


@cache
def face(code: str) -> JsonObject:
    """Return how one card is drawn and explained. Cached: do not modify the result."""
    if code in WEAPON_OF:
        weapon, number = WEAPON_OF[code]
        return _face(code, weapon, "weapon", WEAPON_TITLES[weapon], WEAPON_HELP, number=number)
    if code in EQUIPMENT_GROUP_OF:
        group = 1 + EQUIPMENT_GROUPS.index(EQUIPMENT_GROUP_OF[code])
        return _face(code, code, "equipment", NAMES[code], EQUIPMENT_HELP[group], group=group)
    return _face(code, code, KINDS[code], NAMES[code], HELP[code])


def _face(
    code: str,
    icon: str,
    kind: str,
    title: str,
    help_text: str,
    *,
    number: int | None = None,
    group: int | None = None,
) -> JsonObject:
    return {
        "code": code,
        "icon": icon,
        "kind": kind,
        "number": number,
        "group": group,
        "title": title,
        "help": help_text,
    }


def held_faces(hand: Sequence[str]) -> list[JsonObject]:
    """Return a hand's faces, each with a key that distinguishes equal cards by their order."""
    return [
        {**face(code), "key": f"{code}-{list(hand[:place]).count(code)}"}
        for place, code in enumerate(hand)
    ]
