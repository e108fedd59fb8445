"""Recognise sets, and list every set in a hand.

Even a large hand has few distinct sets, because copies of a face are
interchangeable: a number forms at most 17 groups, a weapon at most 36 runs.
Both are cached by small keys (the copies held of each face), so listing the
sets of all 108 cards costs no more than copying the list.

Source: rules, "Weapon sets" and "Equipment groups". Imports only `cards`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Final, Literal

from games.rules.zombie_rummy.cards import (
    EQUIPMENT_GROUPS,
    NUMBERS,
    PACK,
    WEAPON_OF,
    WEAPONS,
    in_order,
)

Kind = Literal["run", "group", "equipment"]
CardSet = tuple[str, ...]
SMALLEST: Final = 3
AGAINST_HORDE: Final = 4

OF_NUMBER: Final = {number: tuple(f"{weapon}-{number}" for weapon in WEAPONS) for number in NUMBERS}


def _lines() -> list[tuple[int, CardSet]]:
    """Return (position of the first card, cards) of each line in which three in a row are a set.

    A weapon's numbers and an equipment group both form a line. A gap after each line keeps three
    consecutive positions within one line.
    """
    lines: list[tuple[int, CardSet]] = []
    at = 0
    weapons = (tuple(f"{weapon}-{number}" for number in NUMBERS) for weapon in WEAPONS)
    for line in (*weapons, *EQUIPMENT_GROUPS):
        lines.append((at, line))
        at += len(line) + 1
    return lines


def _partners(line: CardSet, at: int) -> list[tuple[str, str]]:
    """Return the pairs that make three in a row with the card at a position of its line."""
    rows = [line[low : low + SMALLEST] for low in range(max(0, at - 2), at + 1)]
    return [
        (row[0] if row[0] != line[at] else row[1], row[2] if row[2] != line[at] else row[1])
        for row in rows
        if len(row) == SMALLEST
    ]


LINES: Final = _lines()
TRAITS: Final = {
    card: (WEAPON_OF[card][1] if card in WEAPON_OF else 0, 1 << start + place)
    for start, line in LINES
    for place, card in enumerate(line)
}
"""By card: its number (0 for equipment), and the bit of its position among the lines."""
NO_TRAITS: Final = (0, 0)
PARTNERS: Final = {
    card: _partners(line, place) for _, line in LINES for place, card in enumerate(line)
}
"""By card: the pairs that make three in a row with it."""


def kind_of(cards: Iterable[str]) -> Kind | None:
    """Return the kind of set that exactly these cards form, or None."""
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
    """Tell whether a weapon card may join the set without changing its kind."""
    return card in fitting(kind, cards)


@cache
def fitting(kind: str, cards: CardSet) -> CardSet:
    """Return the faces that may join a set without changing its kind."""
    if kind == "equipment":
        return ()
    (weapon, low), (_, high) = WEAPON_OF[cards[0]], WEAPON_OF[cards[-1]]
    if kind == "group":
        return tuple(f"{any_weapon}-{low}" for any_weapon in WEAPONS)
    return tuple(f"{weapon}-{number}" for number in (low - 1, high + 1) if number in NUMBERS)


def beats_horde(kind: str, cards: Sequence[str]) -> bool:
    """Tell whether a set, as laid, is enough for a horde; any set is enough for a zombie."""
    return kind == "equipment" or len(cards) >= AGAINST_HORDE


def all_sets(hand: Iterable[str]) -> list[CardSet]:
    """Return every distinct set in a hand, each in canonical order."""
    cards = tuple(hand)
    numbers, places = [0] * NUMBERS.stop, 0
    for card in cards:
        number, place = TRAITS.get(card, NO_TRAITS)
        numbers[number] += 1
        places |= place
    found: list[CardSet] = []
    for number in NUMBERS:
        if numbers[number] >= SMALLEST:
            copies = [min(cards.count(card), 2) for card in OF_NUMBER[number]]
            found += _groups(number, tuple(copies))
    if places & places >> 1 & places >> 2:
        for at, line in LINES:
            found += _runs(line, places >> at & (1 << len(line)) - 1)
    return found


def sets_with(hand: Iterable[str], face: str) -> list[CardSet]:
    """Return every distinct set in a hand that contains `face`."""
    return [cards for cards in all_sets(hand) if face in cards]


@cache
def smallest_with(face: str) -> tuple[CardSet, ...]:
    """Return the sets of three containing `face`; any larger set with it contains one of them."""
    return tuple(cards for cards in sets_with(PACK, face) if len(cards) == SMALLEST)


def has_set_with(held: Mapping[str, int], face: str) -> bool:
    """Tell whether the counted hand has a set containing `face`, which must be in it."""
    if face in WEAPON_OF:
        same = OF_NUMBER[WEAPON_OF[face][1]]
        if sum([held.get(card, 0) for card in same]) >= SMALLEST:
            return True
    return any(held.get(one) and held.get(other) for one, other in PARTNERS.get(face, ()))


def counted(cards: Iterable[str]) -> dict[str, int]:
    """Count the copies of each face."""
    held: dict[str, int] = {}
    for card in cards:
        held[card] = held.get(card, 0) + 1
    return held


@cache
def _groups(number: int, copies: tuple[int, ...]) -> tuple[CardSet, ...]:
    """Return the groups of one number, given the `copies` held of each weapon."""
    return tuple(
        tuple(
            card for card, used in zip(OF_NUMBER[number], counts, strict=True) for _ in range(used)
        )
        for counts in product(*(range(held + 1) for held in copies))
        if sum(counts) >= SMALLEST
    )


@cache
def _runs(line: CardSet, held: int) -> tuple[CardSet, ...]:
    """Return the runs of a line; bit i of `held` is set if its card i is held."""
    return tuple(
        line[low:high]
        for low in range(len(line))
        for high in range(low + SMALLEST, len(line) + 1)
        if all(held >> place & 1 for place in range(low, high))
    )
