"""Rules, "A turn", 1: drawing."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import Action
from games.rules.zombie_rummy.cards import FACES
from games.rules.zombie_rummy.state import State

from .positions import act, cards, laid, legal, position, refused, zombie


def drawing(hand: str, discards: str, **changes: Any) -> State:
    return position(hand, "book", phase="draw", discard_pile=cards(discards), **changes)


def take(count: int) -> Action:
    return {"type": "draw", "from": "discard", "count": count}


def test_the_top_card_of_the_draw_pile_is_drawn() -> None:
    state = act(drawing("chair-1", "gang"), {"type": "draw", "from": "deck"})
    assert state.hands[0] == cards("chainsaw-9 chair-1")
    assert state.draw_pile == cards("zombie gas shotgun-9 chair-9")
    assert (state.phase, state.must_meld) == ("lay", None)


@pytest.mark.parametrize("card", FACES)
def test_the_top_discard_may_be_any_card_and_demands_nothing(card: str) -> None:
    state = act(drawing("chair-1", f"gang {card}"), take(1))
    assert card in state.hands[0]
    assert state.discard_pile == ("gang",)
    assert (state.phase, state.must_meld) == ("lay", None)


def test_the_drawer_of_several_discards_must_lay_a_set_with_the_deepest() -> None:
    state = act(drawing("chair-1 chair-2 gas", "gang chair-3 nuke zombie"), take(3))
    assert state.hands[0] == cards("chair-1 chair-2 chair-3 zombie gas nuke")
    assert (state.discard_pile, state.must_meld) == (("gang",), "chair-3")
    assert legal(state) == [
        {"type": "meld", "cards": ["chair-1", "chair-2", "chair-3"], "stack": None}
    ]


def test_the_set_may_be_made_of_cards_taken_in_the_same_draw() -> None:
    state = act(drawing("gas", "chair-3 chair-1 nuke chair-2"), take(4))
    assert state.must_meld == "chair-3"


def test_the_deepest_card_may_be_equipment() -> None:
    state = act(drawing("truck gas", "key zombie"), take(2))
    state = act(state, {"type": "meld", "cards": ["truck", "key", "gas"]})
    assert state.must_meld is None


@pytest.mark.parametrize("deepest", ["zombie", "gang", "brain", "nuke", "radio", "barricade"])
def test_the_deepest_of_several_must_be_weapon_or_equipment(deepest: str) -> None:
    state = drawing("chair-1 chair-2", f"{deepest} chair-3")
    assert refused(state, take(2)) == "deepest_card"


def test_several_discards_cannot_be_taken_without_a_set_with_the_deepest() -> None:
    state = drawing("chair-1 chair-2 shotgun-5", "shotgun-9 chair-3")
    assert refused(state, take(2)) == "no_set_with_deepest"
    assert take(2) not in legal(state)


def test_only_the_hand_counts_for_the_deep_draw_not_a_layoff() -> None:
    state = drawing("chair-1", "chair-5 nuke", tables={0: [laid(1, "chair-2 chair-3 chair-4")]})
    assert refused(state, take(2)) == "no_set_with_deepest"


def test_every_depth_that_is_legal_is_listed() -> None:
    state = drawing("chair-1 chair-2 gas truck", "key book chair-3 zombie gang")
    assert [a.get("count") for a in legal(state)] == [None, 1, 3, 5]


def test_a_second_copy_taken_counts_for_a_group_and_one_copy_counts_once() -> None:
    assert take(2) in legal(drawing("chainsaw-1 gas", "chair-1 chainsaw-1"))
    assert take(2) not in legal(drawing("chainsaw-1 gas", "chair-1 book"))


def test_must_meld_leaves_nothing_but_that_set() -> None:
    state = act(drawing("chair-1 chair-2 zombie brain", "chair-3 nuke"), take(2))
    assert refused(state, {"type": "place", "card": "brain"}) == "must_meld"
    assert refused(state, {"type": "attack", "seat": 1}) == "must_meld"
    assert refused(state, {"type": "nuke", "seat": 1}) == "must_meld"
    assert refused(state, {"type": "discard", "card": "brain"}) == "must_meld"
    assert refused(state, {"type": "draw", "from": "deck"}) == "already_drawn"


def test_a_set_without_the_deepest_card_does_not_answer_the_demand() -> None:
    state = act(drawing("chair-1 chair-2 gas truck", "chair-3 key"), take(2))
    wrong: Action = {"type": "meld", "cards": ["truck", "key", "gas"], "stack": None}
    assert wrong not in legal(state)
    assert refused(state, wrong) == "must_meld"


def test_the_demanded_set_may_be_laid_on_ones_own_zombie() -> None:
    state = drawing("chair-1 chair-2 gas", "chair-3 key", tables={0: [zombie(4)]})
    state = act(state, take(2))
    assert [a["stack"] for a in legal(state)] == [None, 4]
    state = act(state, {"type": "meld", "cards": ["chair-1", "chair-2", "chair-3"], "stack": 4})
    assert state.must_meld is None


def test_the_demanded_set_lies_on_no_other_players_zombie() -> None:
    state = drawing("chair-1 chair-2 gas", "chair-3 key", tables={1: [zombie(4)]})
    state = act(state, take(2))
    action = {"type": "meld", "cards": ["chair-1", "chair-2", "chair-3"], "stack": 4}
    assert refused(state, action) == "nothing_to_eliminate"


def test_nothing_is_laid_or_discarded_before_drawing() -> None:
    state = drawing("brain chair-1", "gang")
    assert refused(state, {"type": "place", "card": "brain"}) == "draw_first"
    assert refused(state, {"type": "discard", "card": "brain"}) == "draw_first"


def test_one_draws_once() -> None:
    state = act(drawing("brain chair-1", "gang"), take(1))
    assert refused(state, {"type": "draw", "from": "deck"}) == "already_drawn"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "draw"}, "missing_key"),
        ({"type": "draw", "from": "discard"}, "missing_key"),
        ({"type": "draw", "from": "deck", "count": 1}, "unknown_key"),
        ({"type": "draw", "from": "removed"}, "bad_value"),
        ({"type": "draw", "from": "discard", "count": True}, "bad_value"),
        ({"type": "draw", "from": "discard", "count": 1.0}, "bad_value"),
        ({"type": "draw", "from": "discard", "count": 0}, "bad_value"),
        ({"type": "draw", "from": "discard", "count": -1}, "bad_value"),
        ({"type": "draw", "from": "discard", "count": 2}, "discard_pile_too_small"),
        ({"type": "draw", "from": "deck", "seat": 0}, "unknown_key"),
    ],
)
def test_a_malformed_draw_is_refused_with_a_code(action: Action, code: str) -> None:
    assert refused(drawing("chair-1", "gang"), action) == code


def test_an_empty_discard_pile_leaves_the_deck() -> None:
    assert legal(drawing("chair-1", "")) == [{"type": "draw", "from": "deck"}]
