"""Define the card faces of Death Frontline, independent of any match.

The values are data (`cards.json`), read by `catalogue.py`. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Offset = tuple[int, int]

TROOP = "troop"
RESOURCE = "resource"
FACILITY = "facility"
SKILL = "skill"
KINDS = (TROOP, RESOURCE, FACILITY, SKILL)

VEHICLE = "vehicle"
FAST = "fast"
ENGINEER = "engineer"
BREACHER = "breacher"
INDIRECT = "indirect"
EMPLACED = "emplaced"
AIRBORNE = "airborne"
COMMAND = "command"
ABILITIES = (VEHICLE, FAST, ENGINEER, BREACHER, INDIRECT, EMPLACED, AIRBORNE, COMMAND)

MINE = "mine"
OBSTACLE = "obstacle"
BUNKER = "bunker"
FACILITY_EFFECTS = (MINE, OBSTACLE, BUNKER)

STRIKE = "strike"
BARRAGE = "barrage"
RALLY = "rally"
ASSAULT = "assault"
SUPPLY = "supply"
SUPPRESS = "suppress"
BLITZ = "blitz"
SKILL_EFFECTS = (STRIKE, BARRAGE, RALLY, ASSAULT, SUPPLY, SUPPRESS, BLITZ)


@dataclass(frozen=True, slots=True)
class Card:
    """One face. Values that its kind lacks are 0 or empty.

    `place` is its position in the deck's list, the canonical order of a hand.
    `range` names an entry of the catalogue's ranges; `level` is the supply a
    troop needs or a resource gives.
    """

    code: str
    deck: str
    kind: str
    name: str
    count: int
    place: int
    branch: str = ""
    attack: int = 0
    defence: int = 0
    range: str = ""
    level: int = 0
    anti_tank: int = 0
    abilities: frozenset[str] = frozenset()
    reach: int = 0
    effect: str = ""
    amount: int = 0

    @property
    def is_troop(self) -> bool:
        """Tell whether this card is a troop."""
        return self.kind == TROOP

    def has(self, ability: str) -> bool:
        """Tell whether this card has `ability`."""
        return ability in self.abilities


@dataclass(frozen=True, slots=True)
class Range:
    """A shape of attack: cells relative to the troop, as seen by the Allies."""

    key: str
    cells: tuple[Offset, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """One army: its faces in canonical order."""

    key: str
    name: str
    side: str
    cards: tuple[Card, ...]

    def unshuffled(self) -> list[str]:
        """Return the code of every card in the deck, each face repeated by its count."""
        return [card.code for card in self.cards for _ in range(card.count)]


Decks = Mapping[str, Deck]
"""The decks of a ruleset, by key."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A ruleset's card data: decks, faces by code, ranges, what abilities mean."""

    decks: Decks
    cards: Mapping[str, Card]
    ranges: Mapping[str, Range]
    abilities: Mapping[str, str]
