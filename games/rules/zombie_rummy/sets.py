"""Sets: what makes one, and every one that a hand holds.

A hand's sets are few even where its cards are many, because two copies of a
face are the same: a number can be grouped in at most 17 ways, a weapon runs in
at most 36. Both are looked up by small keys (how often each face is held), so
that listing the sets of all 108 cards costs no more than copying the list.

Source: rules, "Weapon sets" and "Equipment groups". Imports only `cards`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Final, Literal

from games.rules.zombie_rummy.cards import (
    EQUIPMENT_GROUP_OF,
    EQUIPMENT_GROUPS,
    NUMBERS,
    WEAPON_OF,
    WEAPONS,
    in_order,
)

Kind = Literal["run", "group", "equipment"]
CardSet = tuple[str, ...]
SMALLEST: Final = 3
AGAINST_HORDE: Final = 4


def kind_of(cards: Iterable[str]) -> Kind | None:
    """Return what kind of set exactly these cards are, or None if they are none."""
    ordered = in_order(cards)
    if len(ordered) < SMALLEST:
        return None
    if ordered in EQUIPMENT_GROUPS:
        return "equipment"
    if any(card not in WEAPON_OF for card in ordered):
        return None
    weapons, numbers = zip(*(WEAPON_OF[card] for card in ordered), strict=True)
    if len(set(numbers)) == 1:
        return "group"
    consecutive = all(b == a + 1 for a, b in pairwise(numbers))
    return "run" if len(set(weapons)) == 1 and consecutive else None


def fits(kind: str, cards: CardSet, card: str) -> bool:
    """Tell whether one weapon card may join the set, which stays of its kind."""
    if kind == "equipment" or card not in WEAPON_OF:
        return False
    weapon, number = WEAPON_OF[card]
    (first_weapon, low), (_, high) = WEAPON_OF[cards[0]], WEAPON_OF[cards[-1]]
    if kind == "group":
        return number == low
    return weapon == first_weapon and number in (low - 1, high + 1)


def beats_horde(kind: str, cards: Sequence[str]) -> bool:
    """Tell whether a set is enough for a horde as it is laid; any set is for a zombie."""
    return kind == "equipment" or len(cards) >= AGAINST_HORDE


def all_sets(hand: Iterable[str]) -> list[CardSet]:
    """Return every different set that can be made of a hand, in canonical order each."""
    held = Counter(hand)
    found: list[CardSet] = []
    for number in NUMBERS:
        found += _groups(number, tuple(min(held[f"{weapon}-{number}"], 2) for weapon in WEAPONS))
    for weapon in WEAPONS:
        found += _runs(weapon, tuple(held[f"{weapon}-{number}"] > 0 for number in NUMBERS))
    found += [group for group in EQUIPMENT_GROUPS if all(held[card] for card in group)]
    return found


def sets_with(hand: Iterable[str], face: str) -> list[CardSet]:
    """Return every different set of a hand that contains `face`."""
    return [cards for cards in all_sets(hand) if face in cards]


def has_set_with(held: Mapping[str, int], face: str) -> bool:
    """Tell whether some set of the counted hand contains `face`, which it holds."""
    if face in EQUIPMENT_GROUP_OF:
        return all(held.get(card) for card in EQUIPMENT_GROUP_OF[face])
    if face not in WEAPON_OF:
        return False
    weapon, number = WEAPON_OF[face]
    if sum(held.get(f"{other}-{number}", 0) for other in WEAPONS) >= SMALLEST:
        return True
    return _straight(held, weapon, number, -1) + _straight(held, weapon, number, 1) + 1 >= SMALLEST


def _straight(held: Mapping[str, int], weapon: str, number: int, step: int) -> int:
    """Count the cards of one weapon held without a gap beside `number`, at most two."""
    length = 0
    while length < SMALLEST - 1 and held.get(f"{weapon}-{number + step * (length + 1)}"):
        length += 1
    return length


@cache
def _groups(number: int, copies: tuple[int, ...]) -> tuple[CardSet, ...]:
    """Return the groups of one number, `copies` of each weapon being held."""
    if sum(copies) < SMALLEST:
        return ()
    return tuple(
        tuple(
            f"{weapon}-{number}"
            for weapon, used in zip(WEAPONS, counts, strict=True)
            for _ in range(used)
        )
        for counts in product(*(range(held + 1) for held in copies))
        if sum(counts) >= SMALLEST
    )


@cache
def _runs(weapon: str, held: tuple[bool, ...]) -> tuple[CardSet, ...]:
    """Return the runs of one weapon, `held` saying which numbers there are."""
    return tuple(
        tuple(f"{weapon}-{NUMBERS[i]}" for i in range(low, high))
        for low in range(len(held))
        for high in range(low + SMALLEST, len(held) + 1)
        if all(held[low:high])
    )
