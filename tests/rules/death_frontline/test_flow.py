"""Turn order, passing, steps and rounds."""

from __future__ import annotations

from games.rules.death_frontline import RULES
from games.rules.death_frontline.field import Effect
from tests.rules.death_frontline.positions import (
    KEEP,
    OFFER,
    PASS,
    act,
    begin,
    deploy,
    everybody_passes,
    position,
    refusal,
    unit,
)

HANDS = {0: ("us.rifle", "us.rifle"), 1: ("wehrmacht.rifle",)}


def test_players_act_one_action_at_a_time_round_and_round():
    state = position("deploy", hands=HANDS)
    state = act(state, 0, deploy("us.rifle", 1, 1))
    assert state.turn == 1
    state = act(state, 1, deploy("wehrmacht.rifle", 1, 7))
    assert state.turn == 0


def test_who_has_passed_is_out_of_the_step_and_the_other_goes_on_alone():
    state = act(position("deploy", hands=HANDS), 0, deploy("us.rifle", 1, 1))
    state = act(state, 1, PASS)
    assert state.passed == (False, True)
    state = act(state, 0, deploy("us.rifle", 2, 1))
    assert (state.turn, state.step) == (0, "deploy")


def test_the_step_ends_when_all_have_passed_and_passes_are_forgotten():
    state = act(act(position("deploy"), 0, PASS), 1, PASS)
    assert (state.step, state.turn, state.passed) == ("facility", 0, (False, False))


def test_the_steps_come_in_their_order():
    state = position("deploy", could_act=(True, True))
    seen = []
    while state.round == 2:
        seen.append(state.step)
        state = everybody_passes(state, state.step)
    assert seen == ["deploy", "facility", "skill", "attack"]
    assert state.step == "deploy", "the draw happened by itself"


def test_the_first_of_the_order_becomes_its_last_each_round():
    state = position("attack", could_act=(True, True))
    state = everybody_passes(state, "attack")
    assert (state.round, state.order, state.turn) == (3, (1, 0), 1)


def test_four_players_act_in_the_rounds_order():
    state = position("attack", seats=4, could_act=(True,) * 4, order=(1, 2, 3, 0), turn=1)
    state = everybody_passes(state, "attack")
    assert state.order == (2, 3, 0, 1)
    assert [state.turn, act(state, 2, PASS).turn] == [2, 3]


def test_settlement_clears_exhaustion_moves_offers_and_effects():
    units = (unit("us.rifle", 0, (1, 1), exhausted=True, moved=True),)
    state = position(
        "attack",
        units,
        effects=(Effect("rally", 3, 0),),
        could_act=(True, True),
        offers=(True, False),
    )
    state = everybody_passes(state, "attack")
    assert state.field.units == (unit("us.rifle", 0, (1, 1)),)
    assert (state.field.effects, state.offers) == ((), (False, False))


def test_offering_the_end_does_not_use_up_the_turn_and_is_legal_once_a_round():
    assert OFFER in RULES.legal_actions(position("facility"), 0)
    state = act(position("facility"), 0, OFFER)
    assert (state.turn, state.offers) == (0, (True, False))
    assert OFFER not in RULES.legal_actions(state, 0)
    assert refusal(state, 0, OFFER) == "offered_already"
    assert refusal(state, 1, OFFER) == "not_your_turn"


def test_an_action_of_another_step_or_of_no_game_is_refused():
    state = position("facility")
    assert refusal(state, 0, deploy("us.rifle", 1, 1)) == "wrong_step"
    assert refusal(state, 0, {"type": "surrender"}) == "unknown_type"
    assert refusal(state, 0, {"type": "pass", "why": 1}) == "unknown_key"


def test_an_absent_player_keeps_and_passes():
    assert RULES.default_action(begin(), 0) == KEEP
    assert RULES.default_action(position("attack"), 0) == PASS
    assert RULES.default_action(position("deploy", hands=HANDS), 0) == PASS, "whatever it could do"


def test_a_seat_that_is_not_to_act_has_no_legal_action():
    assert RULES.legal_actions(position("attack"), 1) == []
