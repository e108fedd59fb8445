"""Rules, "A turn", 3: discarding, the last card, the emptied hand."""

from __future__ import annotations

import pytest

from games.engine.contract import IllegalAction
from games.engine.text import CardRef

from .positions import act, brain, device, laid, legal, position, refused, zombie


def test_a_discard_goes_on_top_and_ends_the_turn() -> None:
    state = act(position("book zombie", "gas"), {"type": "discard", "card": "zombie"})
    assert state.discard_pile == ("gang", "zombie")
    assert (state.hands[0], state.turn, state.phase) == (("book",), 1, "draw")


def test_each_face_of_the_hand_can_be_discarded_once() -> None:
    state = position("zombie zombie book", "gas")
    assert [a["card"] for a in legal(state, "discard")] == ["zombie", "book"]


def test_only_what_is_held_is_discarded() -> None:
    assert refused(position("book gas", "gas"), {"type": "discard", "card": "key"}) == "not_in_hand"
    assert refused(position("book gas", "gas"), {"type": "discard", "card": 3}) == "bad_value"
    assert refused(position("book gas", "gas"), {"type": "discard"}) == "missing_key"


def test_what_is_not_held_is_named_as_a_card_only_if_it_is_one() -> None:
    for asked, named in (("key", CardRef("key")), ("<b>" * 20, ("<b>" * 14)[:40])):
        with pytest.raises(IllegalAction) as refusal:
            act(position("book gas", "gas"), {"type": "discard", "card": asked})
        assert refusal.value.phrase.args["card"] == named


def test_a_last_card_that_cannot_be_laid_is_discarded_and_the_player_goes_out() -> None:
    state = act(position("book", "gas"), {"type": "discard", "card": "book"})
    assert state.round == 2
    assert state.round_scores == ((0, -2),)


def test_a_last_brain_has_to_be_placed() -> None:
    state = position("brain", "gas")
    assert refused(state, {"type": "discard", "card": "brain"}) == "last_card_can_be_laid"
    assert legal(state) == [{"type": "place", "card": "brain"}]


def test_a_last_zombie_has_to_be_laid_unless_nobody_lets_it_in() -> None:
    assert legal(position("zombie", "gas")) == [{"type": "attack", "seat": 1}]
    walled = position("zombie", "gas", "key", tables={1: [device(1, "barricade")]})
    assert legal(walled) == [{"type": "attack", "seat": 2}, {"type": "break", "stack": 1}]


def test_a_last_gang_may_be_discarded_only_where_no_zombie_is_open() -> None:
    discard = {"type": "discard", "card": "gang"}
    assert refused(position("gang", "gas", tables={1: [zombie(1)]}), discard) == (
        "last_card_can_be_laid"
    )
    walled = position("gang", "gas", tables={1: [zombie(1), device(2, "barricade")]})
    assert legal(walled) == [discard]


def test_a_last_weapon_that_can_be_laid_off_has_to_be() -> None:
    tables = {1: [laid(1, "chair-1 chair-2 chair-3")]}
    state = position("chair-4", "gas", tables=tables, has_melded=(True, False))
    assert legal(state) == [{"type": "layoff", "card": "chair-4", "stack": 1}]
    state = position("chair-4", "gas", tables=tables)
    assert legal(state) == [{"type": "discard", "card": "chair-4"}]


def test_a_lone_nuke_has_to_be_used_even_on_its_holder() -> None:
    state = position("nuke", "gas", tables={1: [device(1, "radio")]})
    assert legal(state) == [{"type": "nuke", "seat": 0}]
    guarded = position("nuke", "gas", tables={0: [device(2, "radio")], 1: [device(1, "radio")]})
    assert legal(guarded) == [{"type": "discard", "card": "nuke"}]


def test_a_hand_emptied_by_laying_ends_the_turn_without_a_discard() -> None:
    state = act(position("brain", "gas"), {"type": "place", "card": "brain"})
    assert (state.round, state.turn, state.phase, state.turns_played) == (1, 1, "draw", 1)
    assert state.discard_pile == ("gang",)


def test_who_has_no_card_draws_again_on_their_next_turn() -> None:
    state = act(position("brain", "gas book"), {"type": "place", "card": "brain"})
    state = act(state, {"type": "draw", "from": "deck"}, 1)
    state = act(state, {"type": "discard", "card": "gas"}, 1)
    assert (state.turn, state.phase, state.hands[0]) == (0, "draw", ())
    state = act(state, {"type": "draw", "from": "deck"})
    assert len(state.hands[0]) == 1


def test_a_hand_emptied_by_the_demanded_set_ends_the_turn() -> None:
    state = position(
        "chair-1", "gas", phase="draw", discard_pile=("chair-2", "chair-3"), tables={0: [brain(1)]}
    )
    state = act(state, {"type": "draw", "from": "discard", "count": 2})
    state = act(state, {"type": "meld", "cards": ["chair-1", "chair-2", "chair-3"]})
    assert (state.turn, state.phase, state.must_meld) == (1, "draw", None)
