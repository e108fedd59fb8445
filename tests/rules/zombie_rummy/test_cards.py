"""Rules, "Cards"."""

from __future__ import annotations

from collections import Counter

from games.rules.zombie_rummy.cards import FACES, PACK, card_name, hand_points


def test_the_pack_has_108_cards_of_42_faces() -> None:
    assert len(PACK) == 108
    assert len(FACES) == len(set(FACES)) == 42


def test_each_deck_holds_the_faces_as_often_as_the_rules_say() -> None:
    counts = Counter(PACK[:54])
    assert PACK[:54] == PACK[54:]
    assert counts["zombie"] == 9
    assert counts["gang"] == counts["brain"] == 3
    assert sum(counts[face] for face in FACES[:30]) == 30
    assert all(counts[face] == 1 for face in FACES if face not in ("zombie", "gang", "brain"))


def test_every_face_has_a_name() -> None:
    assert len({repr(card_name(face)) for face in FACES}) == len(FACES)


def test_brains_zombies_and_gangs_cost_five_in_hand_and_all_else_two() -> None:
    assert [hand_points([card]) for card in ("brain", "zombie", "gang")] == [-5, -5, -5]
    others = [face for face in FACES if face not in ("brain", "zombie", "gang")]
    assert {hand_points([card]) for card in others} == {-2}
