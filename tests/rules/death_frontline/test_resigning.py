"""Resigning, in turn or not (record format, "Resigning")."""

from __future__ import annotations

from games.rules.death_frontline import RULES
from tests.rules.death_frontline.positions import (
    KEEP,
    PASS,
    RESIGN,
    act,
    begin,
    everybody_passes,
    position,
    refusal,
    unit,
)


def test_the_last_of_a_side_loses_by_resigning():
    after = act(position("attack"), 1, RESIGN)
    assert after.result is not None
    assert (after.result.reason, after.result.ranks) == ("resignation", (1, 2))
    assert after.turn is None


def test_hand_then_draw_pile_from_the_top_go_to_the_discard_pile():
    hands, piles = {1: ("ss.depot", "ss.rifle")}, {1: ("ss.mortar", "ss.sniper")}
    state = position("attack", seats=4, hands=hands, piles=piles)
    own = act(state, 1, RESIGN).own(1)
    assert own.discard_pile == ("ss.rifle", "ss.depot", "ss.sniper", "ss.mortar")
    assert (own.hand, own.draw_pile) == ((), ())


def test_the_units_stay_and_the_partner_plays_on():
    units = (unit("us.rifle", 0, (1, 1)),)
    after = act(position("attack", units, seats=4), 0, RESIGN)
    assert after.field.units == units
    assert after.result is None
    assert (after.resigned, after.turn) == ((True, False, False, False), 1)


def test_a_seat_that_resigned_counts_as_having_passed_in_every_step():
    state = act(position("attack", seats=4, could_act=(True,) * 4), 0, RESIGN)
    assert state.passed == (True, False, False, False)
    state = everybody_passes(state, "attack")
    assert (state.round, state.order) == (3, (1, 2, 3, 0)), "the order keeps it"
    assert state.passed == (True, False, False, False)
    for seat in (1, 2, 3):
        assert state.turn == seat
        state = act(state, seat, PASS)
    assert state.step == "facility"


def test_resigning_out_of_turn_leaves_the_turn():
    state = act(position("attack", seats=4), 2, RESIGN)
    assert (state.turn, state.passed[2]) == (0, True)


def test_resigning_as_the_last_in_a_step_ends_it():
    changes = {"passed": (False, True, True, True), "could_act": (True,) * 4}
    state = act(position("facility", seats=4, **changes), 0, RESIGN)
    assert (state.step, state.turn) == ("skill", 1)


def test_an_end_at_the_settlement_that_a_resignation_brings_keeps_its_own_reason():
    changes = {"passed": (False, True, True, True), "could_act": (True,) * 4, "max_rounds": 2}
    after = act(position("attack", seats=4, **changes), 0, RESIGN)
    assert after.result is not None
    assert after.result.reason == "max_rounds"


def test_out_of_cards_and_no_action_do_not_look_at_a_seat_that_resigned():
    changes = {
        "resigned": (True, False, False, False),
        "passed": (True, False, False, False),
        "piles": {0: ()},
        "turn": 1,
    }
    busy = position("attack", seats=4, could_act=(False, True, True, False), **changes)
    assert everybody_passes(busy, "attack").result is None
    idle = position("attack", seats=4, could_act=(True, True, False, False), **changes)
    after = everybody_passes(idle, "attack")
    assert after.result is not None
    assert after.result.reason == "no_action", "the partner had nothing to do"


def test_a_resignation_that_takes_the_sides_last_troop_card_is_an_annihilation():
    state = position("attack", seats=4, piles={1: ("ss.rifle",), 3: ("wehrmacht.depot",)})
    after = act(state, 1, RESIGN)
    assert after.result is not None
    assert (after.result.reason, after.result.ranks) == ("annihilation", (1, 2, 1, 2))


def test_one_that_leaves_nobody_of_a_side_is_a_resignation():
    state = position("attack", seats=4, piles={1: ("ss.rifle",), 3: ("wehrmacht.rifle",)})
    state = act(state, 3, RESIGN)
    after = act(state, 1, RESIGN)
    assert after.result is not None
    assert after.result.reason == "resignation"


def test_a_seat_resigns_once():
    state = act(position("attack", seats=4), 2, RESIGN)
    assert refusal(state, 2, RESIGN) == "has_resigned"
    assert refusal(state, 3, {**RESIGN, "why": "bored"}) == "unknown_key"


def test_resigning_during_the_opening_hands_passes_the_choice_on():
    state = act(begin(4), 0, RESIGN)
    assert (state.step, state.turn) == ("mulligan", 1)
    state = act(state, 1, KEEP)
    assert state.turn == 2
    state = act(act(state, 2, KEEP), 3, KEEP)
    assert (state.step, state.turn) == ("draw", 1), "no card is drawn for a seat that resigned"


def test_a_seat_that_resigned_out_of_turn_is_skipped_in_the_draw():
    state = begin(4)
    for seat in range(4):
        state = act(state, seat, KEEP)
    state = act(state, 1, RESIGN)
    state = act(state, 0, {"type": "skip_draw"})
    assert (state.step, state.turn) == ("draw", 2)


def test_nobody_is_to_act_after_the_end():
    after = act(position("attack"), 1, RESIGN)
    assert RULES.to_act(after) is None
    assert refusal(after, 0, PASS) == "match_over"
    assert refusal(after, 0, RESIGN) == "match_over"
