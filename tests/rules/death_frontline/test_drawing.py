"""Step 1a: one card each by itself, a choice with a full hand."""

from __future__ import annotations

from games.rules.death_frontline import RULES
from tests.rules.death_frontline.positions import PASS, act, legal, position, refusal

FULL = ("us.rifle",) * 4 + ("us.machine_gun",) * 2 + ("us.sniper", "us.depot")


def _last_pass(**changes):
    """Return the position before the pass that ends round 2."""
    return position("attack", turn=1, passed=(True, False), could_act=(True, True), **changes)


def test_with_fewer_than_eight_cards_the_draw_happens_by_itself():
    state = act(_last_pass(hands={0: ("us.depot",)}), 1, PASS)
    assert (state.round, state.step) == (3, "deploy")
    assert state.own(0).hand == ("us.rifle", "us.depot")
    assert state.own(0).draw_pile == ("us.rifle",)


def test_the_top_of_the_draw_pile_is_its_last_card():
    state = act(_last_pass(piles={0: ("us.rifle", "us.depot")}), 1, PASS)
    assert state.own(0).hand == ("us.depot",)


def test_with_an_empty_draw_pile_nothing_is_drawn_and_nobody_chooses():
    state = act(_last_pass(hands={0: FULL}, piles={0: ()}), 1, PASS)
    assert (state.step, len(state.own(0).hand)) == ("deploy", 8)


def test_with_a_full_hand_the_player_skips_or_swaps():
    state = act(_last_pass(hands={0: FULL}), 1, PASS)
    assert (state.step, state.turn) == ("draw", 0)
    assert len(state.own(1).hand) == 1, "the first in the order drew before"
    assert [a["card"] for a in legal(state, "swap_draw")] == [
        "us.rifle",
        "us.machine_gun",
        "us.sniper",
        "us.depot",
    ]
    assert act(state, 0, {"type": "skip_draw"}).own(0).hand == state.own(0).hand


def test_a_swap_discards_first_and_then_draws():
    state = act(_last_pass(hands={0: FULL}), 1, PASS)
    after = act(state, 0, {"type": "swap_draw", "card": "us.depot"})
    assert after.own(0).discard_pile == ("us.depot",)
    assert after.own(0).hand.count("us.rifle") == 5
    assert after.step == "deploy"


def test_a_swap_needs_a_card_of_the_hand():
    state = act(_last_pass(hands={0: FULL}), 1, PASS)
    assert refusal(state, 0, {"type": "swap_draw", "card": "us.mortar"}) == "not_in_hand"
    assert refusal(state, 0, {"type": "swap_draw"}) == "missing_key"
    assert refusal(state, 0, {"type": "swap_draw", "card": 3}) == "bad_value"
    assert refusal(state, 0, PASS) == "wrong_step"


def test_an_absent_player_draws_nothing():
    state = act(_last_pass(hands={0: FULL}), 1, PASS)
    assert RULES.default_action(state, 0) == {"type": "skip_draw"}


def test_swapping_away_the_sides_last_troop_card_is_annihilation():
    hand = ("us.rifle",) + ("us.supply_truck",) * 4 + ("us.ammo_dump",) * 3
    state = position("draw", hands={0: hand}, piles={0: ("us.depot",)})
    after = act(state, 0, {"type": "swap_draw", "card": "us.rifle"})
    assert after.result is not None
    assert (after.result.reason, after.result.ranks) == ("annihilation", (2, 1))
