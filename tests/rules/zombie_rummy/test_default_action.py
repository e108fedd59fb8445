"""What an absent seat does: safe and deterministic."""

from __future__ import annotations

from games.rules.zombie_rummy import RULES

from .positions import legal, position


def test_an_absent_seat_draws_from_the_deck() -> None:
    state = position("book", "gas", phase="draw")
    assert RULES.default_action(state, 0) == {"type": "draw", "from": "deck"}


def test_an_absent_seat_lays_what_it_must() -> None:
    state = position("chair-1 chair-2 chair-3 book", "gas", must_meld="chair-2")
    action = RULES.default_action(state, 0)
    assert action["type"] == "meld"
    assert action in legal(state)


def test_an_absent_seat_discards_a_weapon_that_is_part_of_no_set() -> None:
    state = position("chair-1 chair-2 chair-3 shotgun-5 book zombie", "gas")
    assert RULES.default_action(state, 0) == {"type": "discard", "card": "shotgun-5"}


def test_an_absent_seat_with_a_lone_nuke_spares_itself() -> None:
    assert RULES.default_action(position("nuke", "gas"), 0) == {"type": "nuke", "seat": 1}
