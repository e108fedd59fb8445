"""Read the card data strictly: change a deck in the data, never in code.

Import checks what the printed rules fix (how many cards of each kind, 14
branches) and what the code knows by name (abilities, effects, ranges), so a
mistake in the data stops the server from starting instead of breaking a match.

`cards.json` and those of past rulesets are packaged with this module and read
through importlib.resources at import; the rules read no other file. Pure
otherwise: no framework, clock or chance.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from typing import Any

from games.engine.text import Phrase
from games.rules.death_frontline import cards as words
from games.rules.death_frontline.cards import Card, Catalogue, Deck, Range

DATA_VERSION = 1
SIDES = ("allies", "axis")
NUMBER_OF_KIND = {words.TROOP: 24, words.RESOURCE: 10, words.FACILITY: 3, words.SKILL: 2}
NUMBER_OF_BRANCHES = 14
WIDEST_FRONT = 5

SHARED_KEYS = {"code", "kind", "name", "count"}
KEYS_OF_KIND = {
    words.TROOP: {"branch", "attack", "defence", "range", "level", "anti_tank", "abilities"},
    words.RESOURCE: {"level", "reach", "defence"},
    words.FACILITY: {"effect", "defence"},
    words.SKILL: {"effect", "amount"},
}
NUMBER_KEYS = {"count", "attack", "defence", "level", "anti_tank", "reach", "amount"}


class CardDataError(ValueError):
    """The card data breaks a rule that the printed game fixes."""


def read_catalogue(raw: Mapping[str, Any]) -> Catalogue:
    """Return the catalogue in `raw` (the parsed JSON); raises CardDataError."""
    _demand(raw.get("version") == DATA_VERSION, "the data is of an unknown version")
    _demand(raw.get("front_line_cards", 0) >= WIDEST_FRONT, "there are too few front-line cards")
    _demand(set(raw["abilities"]) == set(words.ABILITIES), "the abilities are not those known")
    ranges = {key: _read_range(key, value) for key, value in raw["ranges"].items()}
    decks = {key: _read_deck(key, value, ranges) for key, value in raw["decks"].items()}
    for side in SIDES:
        _demand(any(deck.side == side for deck in decks.values()), f"no deck is on side {side}")
    cards = {card.code: card for deck in decks.values() for card in deck.cards}
    return Catalogue(decks, cards, ranges, dict(raw["abilities"]))


def _demand(holds: bool, complaint: str) -> None:
    if not holds:
        raise CardDataError(complaint)


def _read_range(key: str, raw: Mapping[str, Any]) -> Range:
    cells = tuple((int(dx), int(dy)) for dx, dy in raw["cells"])
    _demand((0, 0) not in cells, f"range {key} holds the troop's own cell")
    _demand(len(set(cells)) == len(cells) > 0, f"range {key} is empty or names a cell twice")
    return Range(key, cells)


def _read_deck(key: str, raw: Mapping[str, Any], ranges: Mapping[str, Range]) -> Deck:
    _demand(raw["side"] in SIDES, f"deck {key} is on no side")
    cards = tuple(_read_card(key, place, card, ranges) for place, card in enumerate(raw["cards"]))
    _demand(len({card.code for card in cards}) == len(cards), f"deck {key} repeats a code")
    numbers: Counter[str] = Counter()
    for card in cards:
        numbers[card.kind] += card.count
    _demand(numbers == NUMBER_OF_KIND, f"deck {key} holds {dict(numbers)}")
    branches = {card.branch for card in cards if card.is_troop}
    _demand(len(branches) == NUMBER_OF_BRANCHES, f"deck {key} has {len(branches)} branches")
    return Deck(key, raw["name"], raw["side"], cards)


def _read_card(deck: str, place: int, raw: Mapping[str, Any], ranges: Mapping[str, Range]) -> Card:
    code = str(raw.get("code"))
    kind = raw.get("kind")
    _demand(code.startswith(f"{deck}."), f"{code} is not a code of deck {deck}")
    _demand(kind in words.KINDS, f"{code} is of no known kind")
    _demand(set(raw) == SHARED_KEYS | KEYS_OF_KIND[str(kind)], f"{code} has other keys")
    for key in NUMBER_KEYS & set(raw):
        _demand(type(raw[key]) is int and raw[key] >= 0, f"{code}: {key} is no number")
    _demand(raw["count"] > 0, f"{code} is there no time at all")
    _check_words(code, str(kind), raw, ranges)
    values = {**raw, "abilities": frozenset(raw.get("abilities", ()))}
    return Card(deck=deck, place=place, **values)


def _check_words(code: str, kind: str, raw: Mapping[str, Any], ranges: Mapping[str, Range]) -> None:
    """Refuse a range, ability or effect unknown to the rules."""
    if kind == words.TROOP:
        _demand(raw["range"] in ranges, f"{code} has an unknown range")
        _demand(set(raw["abilities"]) <= set(words.ABILITIES), f"{code}: unknown ability")
    if kind == words.FACILITY:
        _demand(raw["effect"] in words.FACILITY_EFFECTS, f"{code} has an unknown effect")
    if kind == words.SKILL:
        _demand(raw["effect"] in words.SKILL_EFFECTS, f"{code} has an unknown effect")
        _demand(raw["effect"] != words.BLITZ or raw["amount"] > 0, f"{code} moves nothing")


def _read_file(path: str) -> Catalogue:
    text = resources.files(__package__).joinpath(path).read_text(encoding="utf-8")
    return read_catalogue(json.loads(text))


def all_faces(*catalogues: Catalogue) -> dict[str, Card]:
    """Return the faces by code; raises CardDataError if a code means different faces."""
    faces: dict[str, Card] = {}
    for catalogue in catalogues:
        for code, card in catalogue.cards.items():
            known = faces.setdefault(code, card)
            _demand(replace(known, count=card.count) == card, f"{code} means two faces")
    return faces


CATALOGUE = _read_file("cards.json")
PAST = {1: _read_file("past/ruleset_1/cards.json")}
"""Past rulesets' cards, by ruleset."""


CARDS = all_faces(CATALOGUE, *PAST.values())
"""The faces of all rulesets, by code."""


def card_of(code: str) -> Card:
    """Return the face with `code`, raising KeyError if there is none."""
    return CARDS[code]


def card_name(code: str) -> Phrase:
    """Return a face's spoken name."""
    return Phrase(CARDS[code].name)


def codes_of(kind: str) -> frozenset[str]:
    """Return the codes of every face of one kind, in all decks and rulesets."""
    return frozenset(card.code for card in CARDS.values() if card.kind == kind)


def codes_with(ability: str) -> frozenset[str]:
    """Return the codes of every face that has an ability, in all decks and rulesets."""
    return frozenset(card.code for card in CARDS.values() if card.has(ability))


# Lookups needed for every unit on every turn, by card code.
TROOPS = codes_of(words.TROOP)
RESOURCES = codes_of(words.RESOURCE)
FACILITIES = codes_of(words.FACILITY)
SKILL_CARDS = codes_of(words.SKILL)
VEHICLES = codes_with(words.VEHICLE)
ENGINEERS = codes_with(words.ENGINEER)
AIRBORNE_TROOPS = codes_with(words.AIRBORNE)
EMPLACED_TROOPS = codes_with(words.EMPLACED)
COMMANDERS = codes_with(words.COMMAND)
