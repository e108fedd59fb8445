"""The card data is read strictly: a deck is changed in the data, and a slip is refused."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from games.registry import rules_of
from games.rules.death_frontline.catalogue import (
    CATALOGUE,
    PAST,
    CardDataError,
    all_faces,
    card_of,
    read_catalogue,
)
from games.rules.death_frontline.past.ruleset_1 import DECKS
from tests.rules.death_frontline.positions import begin

SPEC = Path(__file__).parents[3] / "docs" / "spec"


@pytest.fixture
def raw() -> Any:
    text = resources.files("games.rules.death_frontline").joinpath("cards.json").read_text("utf-8")
    return copy.deepcopy(json.loads(text))


def test_the_shipped_data_has_four_decks_of_39_cards(raw):
    decks = read_catalogue(raw).decks
    assert {key: deck.side for key, deck in decks.items()} == {
        "us": "allies",
        "uk": "allies",
        "ss": "axis",
        "wehrmacht": "axis",
    }
    assert [len(deck.unshuffled()) for deck in decks.values()] == [39] * 4


def test_a_card_knows_its_place_in_the_canonical_order():
    deck = CATALOGUE.decks["uk"]
    assert [card.place for card in deck.cards] == list(range(len(deck.cards)))
    assert card_of("uk.rifle").place < card_of("uk.stand_fast").place


def test_a_changed_value_is_taken_from_the_data(raw):
    raw["decks"]["us"]["cards"][0]["attack"] = 7
    assert read_catalogue(raw).cards["us.rifle.2"].attack == 7


def _first(raw: Any, kind: str) -> Any:
    return next(card for card in raw["decks"]["us"]["cards"] if card["kind"] == kind)


SLIPS = {
    "version": lambda raw: raw.update(version=2),
    "side": lambda raw: raw["decks"]["us"].update(side="neutral"),
    "one side empty": lambda raw: [deck.update(side="axis") for deck in raw["decks"].values()],
    "number of a kind": lambda raw: _first(raw, "troop").update(count=5),
    "code of another deck": lambda raw: _first(raw, "troop").update(code="uk.rifle"),
    "kind": lambda raw: _first(raw, "troop").update(kind="hero"),
    "missing key": lambda raw: _first(raw, "resource").pop("reach"),
    "unknown key": lambda raw: _first(raw, "facility").update(attack=3),
    "text for a number": lambda raw: _first(raw, "troop").update(attack="3"),
    "true for a number": lambda raw: _first(raw, "troop").update(attack=True),
    "negative number": lambda raw: _first(raw, "troop").update(defence=-1),
    "no copies": lambda raw: _first(raw, "troop").update(count=0),
    "range": lambda raw: _first(raw, "troop").update(range="cross9"),
    "ability of a card": lambda raw: _first(raw, "troop").update(abilities=["flying"]),
    "abilities known": lambda raw: raw["abilities"].update(flying="flies"),
    "facility effect": lambda raw: _first(raw, "facility").update(effect="moat"),
    "skill effect": lambda raw: _first(raw, "skill").update(effect="nuke"),
    "branches": lambda raw: _first(raw, "troop").update(branch="sniper"),
    "own cell in a range": lambda raw: raw["ranges"]["cross1"]["cells"].append([0, 0]),
    "cell twice in a range": lambda raw: raw["ranges"]["cross1"]["cells"].append([0, 1]),
    "empty range": lambda raw: raw["ranges"]["cross1"].update(cells=[]),
    "front line": lambda raw: raw.update(front_line_cards=3),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_the_data_is_refused(raw, slip):
    SLIPS[slip](raw)
    with pytest.raises(CardDataError):
        read_catalogue(raw)


def test_a_repeated_code_is_refused(raw):
    cards = raw["decks"]["us"]["cards"]
    cards[1]["code"] = cards[0]["code"]
    with pytest.raises(CardDataError, match="repeats"):
        read_catalogue(raw)


def test_each_ruleset_has_the_cards_of_its_specification():
    for number, name in ((1, "death_frontline_cards.json"), (2, "death_frontline_cards.2.json")):
        specified = read_catalogue(json.loads((SPEC / name).read_text("utf-8")))
        assert {**PAST, 2: CATALOGUE}[number] == specified


def test_a_code_that_means_two_faces_is_refused():
    bunker = replace(card_of("us.bunker"), defence=7)
    with pytest.raises(CardDataError, match="two faces"):
        all_faces(CATALOGUE, replace(CATALOGUE, cards={"us.bunker": bunker}))


def test_only_reach_and_speed_differ_from_the_faces_of_ruleset_1():
    for code in set(CATALOGUE.cards) - set(PAST[1].cards):
        now, then = card_of(code), PAST[1].cards[code.removesuffix(".2")]
        same = replace(now, code=then.code, count=then.count, reach=then.reach)
        assert replace(same, abilities=now.abilities - {"fast"}) == then


@pytest.mark.parametrize(("ruleset", "decks"), [(1, DECKS), (2, CATALOGUE.decks)])
def test_each_ruleset_deals_its_own_decks(ruleset, decks):
    for own in begin(4, rules=rules_of("death_frontline", ruleset)).seats:
        assert sorted((*own.hand, *own.draw_pile)) == sorted(decks[own.deck].unshuffled())
