"""The ends of the match, their order, and who wins."""

from __future__ import annotations

import pytest

from tests.rules.death_frontline.positions import (
    OFFER,
    PASS,
    act,
    attack,
    begin,
    deploy,
    everybody_passes,
    facility,
    move,
    position,
    skill,
    unit,
)

BUSY = (True, True)


def _settle(**changes):
    """Return the state after the settlement of round 2."""
    changes.setdefault("could_act", BUSY)
    return everybody_passes(position("attack", **changes), "attack")


def _end(state) -> tuple[str, tuple[int, ...]]:
    assert state.result is not None
    return state.result.reason, state.result.ranks


def test_a_side_without_troop_cards_has_lost_at_once():
    units = (
        unit("us.medium_tank", 0, (1, 3)),
        unit("us.depot", 0, (2, 3)),
        unit("wehrmacht.rifle", 1, (1, 5)),
        unit("wehrmacht.depot", 1, (4, 7)),
    )
    state = position("attack", units, piles={0: (), 1: ("wehrmacht.depot",)})
    after = act(state, 0, attack((1, 3), target=(1, 5)))
    assert _end(after) == ("annihilation", (1, 2))
    assert (after.step, after.turn) == ("over", None)


def test_a_troop_in_hand_or_draw_pile_or_of_the_partner_averts_annihilation():
    units = (unit("us.depot", 0, (2, 3)), unit("us.medium_tank", 0, (1, 3)))
    enemy = unit("ss.rifle", 1, (1, 5))
    for kept in ({"hands": {3: ("wehrmacht.rifle",)}}, {"piles": {3: ("wehrmacht.rifle",)}}):
        changes = {"piles": {1: (), 3: ()}, **kept}
        state = position("attack", (*units, enemy), seats=4, **changes)
        assert act(state, 0, attack((1, 3), target=(1, 5))).result is None


def test_annihilation_is_looked_at_after_the_advance_and_its_mine():
    units = (
        unit("us.medium_tank", 0, (1, 3)),
        unit("us.depot", 0, (2, 3)),
        unit("wehrmacht.rifle", 1, (1, 5)),
    )
    mine = (facility("wehrmacht.minefield", 1, (1, 5)),)
    state = position("attack", units, mine, piles={0: (), 1: ()})
    after = act(state, 0, attack((1, 3), target=(1, 5), advance=(1, 3)))
    assert _end(after) == ("annihilation", (1, 2)), "both have none: the actor's side wins"


def test_a_mine_that_takes_the_own_last_troop_loses():
    units = (unit("us.rifle", 0, (1, 3)),)
    mine = (facility("wehrmacht.minefield", 1, (1, 4)),)
    state = position("deploy", units, mine, piles={0: ()})
    assert _end(act(state, 0, move((1, 3), (1, 4)))) == ("annihilation", (2, 1))


def test_a_skill_can_annihilate():
    units = (unit("wehrmacht.rifle", 1, (1, 5)),)
    state = position("skill", units, hands={0: ("us.air_strike",)}, piles={1: ()})
    after = act(state, 0, skill("us.air_strike", target=[1, 5], layer="unit"))
    assert _end(after) == ("annihilation", (1, 2))


def test_out_of_cards_needs_an_empty_hand_and_an_empty_draw_pile():
    units = (unit("us.rifle", 0, (1, 5)), unit("wehrmacht.rifle", 1, (4, 5)))
    assert _settle(units=units, piles={0: ()}, hands={0: ("us.depot",)}).result is None
    assert _end(_settle(units=units, piles={0: ()})) == ("out_of_cards", (1, 2))


def test_with_end_on_empty_hand_an_empty_hand_is_enough():
    units = (unit("wehrmacht.rifle", 1, (4, 3)),)
    hands = {1: ("wehrmacht.depot",)}
    assert _settle(units=units, hands=hands).result is None
    assert _end(_settle(units=units, hands=hands, end_on="empty_hand")) == (
        "out_of_cards",
        (2, 1),
    )


def test_no_action_when_a_side_had_nothing_to_do_all_round():
    assert _end(_settle(could_act=(True, False))) == ("no_action", (1, 1))
    assert _settle(could_act=BUSY).result is None


def test_with_four_players_no_action_needs_both_partners():
    state = _settle(seats=4, could_act=(True, False, False, True))
    assert state.result is None
    assert _end(_settle(seats=4, could_act=(True, False, True, False)))[0] == "no_action"


def test_an_action_at_any_of_ones_turns_of_the_round_counts():
    hands = {0: ("us.rifle",), 1: ("wehrmacht.rifle",)}
    state = position("deploy", hands=hands, piles={0: (), 1: ()})
    assert state.could_act == (True, False)
    state = act(state, 0, deploy("us.rifle", 1, 1))
    assert state.could_act == (True, True)
    state = act(state, 1, PASS)
    for step in ("deploy", "facility", "skill"):
        state = everybody_passes(state, step)
    assert state.could_act == (True, True)
    assert _end(everybody_passes(state, "attack"))[0] == "out_of_cards", "not no_action"


def test_what_is_chosen_before_step_1b_is_no_action():
    assert begin().could_act == (False, False)
    full = ("us.rifle",) * 8
    state = _settle(hands={0: full})
    assert (state.step, state.turn) == ("draw", 0)
    assert state.could_act == (False, False)


def test_max_rounds_ends_the_match_at_that_rounds_settlement():
    assert _end(_settle(max_rounds=2)) == ("max_rounds", (1, 1))
    assert _settle(max_rounds=3).result is None


def test_agreement_when_everybody_has_offered_the_end_this_round():
    state = position("attack", could_act=BUSY)
    state = act(state, 0, OFFER, PASS)
    assert act(state, 1, PASS).result is None
    assert _end(act(state, 1, OFFER, PASS)) == ("agreement", (1, 1))


def test_agreement_does_not_ask_who_has_resigned():
    changes = {"resigned": (True, False, False, False), "passed": (True, False, False, False)}
    state = position("attack", seats=4, could_act=(True,) * 4, turn=1, **changes)
    for seat in (1, 2, 3):
        state = act(state, seat, OFFER, PASS)
    assert _end(state)[0] == "agreement"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"piles": {0: ()}, "could_act": (True, False), "max_rounds": 2}, "out_of_cards"),
        ({"could_act": (True, False), "max_rounds": 2, "offers": BUSY}, "no_action"),
        ({"max_rounds": 2, "offers": BUSY}, "max_rounds"),
        ({"offers": BUSY}, "agreement"),
    ],
)
def test_of_several_ends_the_first_in_the_order_is_the_reason(changes, reason):
    units = (unit("us.rifle", 0, (1, 1)),)
    assert _end(_settle(units=units, **changes))[0] == reason


def test_the_larger_area_wins_and_only_troops_in_enemy_territory_count():
    units = (
        unit("us.rifle", 0, (1, 5)),
        unit("us.depot", 0, (2, 5)),
        unit("us.rifle", 0, (3, 4)),
        unit("us.rifle", 0, (3, 3)),
        unit("wehrmacht.rifle", 1, (4, 2)),
        unit("wehrmacht.rifle", 1, (4, 1)),
    )
    assert _end(_settle(units=units, max_rounds=2)) == ("max_rounds", (2, 1))
    assert _end(_settle(units=units[:5], max_rounds=2)) == ("max_rounds", (1, 1))


def test_area_is_counted_by_side_with_four_players():
    units = (unit("uk.rifle", 2, (5, 6)), unit("us.rifle", 0, (1, 5)), unit("ss.rifle", 1, (2, 2)))
    state = _settle(units=units, seats=4, could_act=(True,) * 4, max_rounds=2)
    assert _end(state) == ("max_rounds", (1, 2, 1, 2))


def test_when_settlement_ends_the_match_everything_stays_but_step_and_turn():
    units = (unit("us.rifle", 0, (1, 1), exhausted=True, moved=True),)
    state = _settle(units=units, max_rounds=2, offers=(True, False))
    assert state.field.units == units
    assert (state.offers, state.passed, state.round) == ((True, False), (True, True), 2)
    assert (state.step, state.turn) == ("over", None)
