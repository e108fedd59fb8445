"""Rules, "Weapon sets" and "Equipment groups"; the enumeration against brute force."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.zombie_rummy.cards import EQUIPMENT, PACK, WEAPON_CARDS, in_order
from games.rules.zombie_rummy.sets import all_sets, fits, has_set_with, kind_of, sets_with

from .positions import cards

hands = st.permutations(range(108)).map(lambda order: in_order(PACK[i] for i in order[:14]))


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("chair-1 chair-2 chair-3", "run"),
        ("chair-8 chair-9 chair-10", "run"),
        (" ".join(f"chair-{n}" for n in range(1, 11)), "run"),
        ("chair-9 chair-10 chair-1", None),
        ("chair-1 chair-2 shotgun-3", None),
        ("chair-1 chair-2 chair-2 chair-3", None),
        ("chair-1 chair-3 chair-5", None),
        ("chair-1 chair-2", None),
        ("chair-4 shotgun-4 chainsaw-4", "group"),
        ("chair-4 chair-4 chainsaw-4", "group"),
        ("chair-4 chair-4 chainsaw-4 chainsaw-4 shotgun-4 shotgun-4", "group"),
        ("chair-4 shotgun-4", None),
        ("chair-4 shotgun-4 chainsaw-5", None),
        ("truck key gas", "equipment"),
        ("lighter serum book", "equipment"),
        ("truck key serum", None),
        ("truck key", None),
        ("truck key gas gas", None),
        ("zombie zombie zombie", None),
        ("chair-4 chair-4 zombie", None),
        ("", None),
    ],
)
def test_what_is_a_set(words: str, kind: str | None) -> None:
    assert kind_of(cards(words)) == kind


@settings(deadline=None, max_examples=40)
@given(hands)
def test_every_set_of_a_hand_is_found_once_and_nothing_else(hand: tuple[str, ...]) -> None:
    useful = [card for card in hand if card in WEAPON_CARDS or card in EQUIPMENT]
    expected = {
        chosen
        for size in range(3, 11)
        for chosen in combinations(useful, size)
        if kind_of(chosen) is not None
    }
    found = all_sets(hand)
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_even_the_whole_pack_holds_few_sets() -> None:
    found = all_sets(PACK)
    assert len(found) == len(set(found)) == 10 * 17 + 3 * 36 + 2
    assert all(cards == in_order(cards) for cards in found)


@settings(deadline=None, max_examples=40)
@given(hands)
def test_looking_for_a_set_with_a_face_agrees_with_listing_them(hand: tuple[str, ...]) -> None:
    held = Counter(hand)
    for face in held:
        assert has_set_with(held, face) == bool(sets_with(hand, face))


@settings(deadline=None, max_examples=40)
@given(hands, st.sampled_from(WEAPON_CARDS))
def test_a_card_fits_a_set_where_the_larger_set_is_of_the_same_kind(
    hand: tuple[str, ...], card: str
) -> None:
    for laid in all_sets(hand):
        kind = kind_of(laid)
        assert kind is not None
        assert fits(kind, laid, card) == (kind_of((*laid, card)) == kind)
