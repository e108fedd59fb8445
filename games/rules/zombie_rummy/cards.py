"""Define the 108 cards of Zombie Rummy: codes, order, names and points.

Source: rules, section "Cards". Imports only `games.engine`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.text import Phrase, gettext_noop

WEAPONS: Final = ("chainsaw", "shotgun", "chair")
NUMBERS: Final = range(1, 11)
EQUIPMENT_GROUPS: Final = (("truck", "key", "gas"), ("lighter", "serum", "book"))
EQUIPMENT: Final = EQUIPMENT_GROUPS[0] + EQUIPMENT_GROUPS[1]
ZOMBIE: Final = "zombie"
GANG: Final = "gang"
BRAIN: Final = "brain"
NUKE: Final = "nuke"
RADIO: Final = "radio"
BARRICADE: Final = "barricade"
DEVICES: Final = (RADIO, BARRICADE)

WEAPON_CARDS: Final = tuple(f"{weapon}-{number}" for weapon in WEAPONS for number in NUMBERS)
FACES: Final = (*WEAPON_CARDS, ZOMBIE, GANG, BRAIN, *EQUIPMENT, NUKE, RADIO, BARRICADE)
ORDER: Final = {code: index for index, code in enumerate(FACES)}
COPIES: Final = {**dict.fromkeys(FACES, 1), ZOMBIE: 9, GANG: 3, BRAIN: 3}
DECK: Final = tuple(code for code in FACES for _ in range(COPIES[code]))
PACK: Final = DECK + DECK
WEAPON_OF: Final = {
    f"{weapon}-{number}": (weapon, number) for weapon in WEAPONS for number in NUMBERS
}
EQUIPMENT_GROUP_OF: Final = {code: group for group in EQUIPMENT_GROUPS for code in group}

WEAPON_NAMES: Final = {
    "chainsaw": gettext_noop("Chainsaw %(number)s"),
    "shotgun": gettext_noop("Shotgun %(number)s"),
    "chair": gettext_noop("Chair %(number)s"),
}
NAMES: Final = {
    ZOMBIE: gettext_noop("Zombie"),
    GANG: gettext_noop("Zombie gang"),
    BRAIN: gettext_noop("Brain"),
    "truck": gettext_noop("Truck"),
    "key": gettext_noop("Key"),
    "gas": gettext_noop("Gas"),
    "lighter": gettext_noop("Lighter"),
    "serum": gettext_noop("Serum"),
    "book": gettext_noop("Book"),
    NUKE: gettext_noop("Nuke"),
    RADIO: gettext_noop("Radio"),
    BARRICADE: gettext_noop("Barricade"),
}


def card_name(code: str) -> Phrase:
    """Return the name of the face `code`, raising KeyError if there is none."""
    if code in WEAPON_OF:
        weapon, number = WEAPON_OF[code]
        return Phrase(WEAPON_NAMES[weapon], {"number": number})
    return Phrase(NAMES[code])


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards sorted in canonical order."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def without(hand: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    """Return the hand without one copy of each of `cards`, which it must hold."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def hand_points(hand: Iterable[str]) -> int:
    """Return the score of cards left in a hand: −5 for brain, zombie, gang; else −2."""
    return sum(-5 if card in (BRAIN, ZOMBIE, GANG) else -2 for card in hand)
