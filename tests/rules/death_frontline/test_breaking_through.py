"""Step 1b: a troop at depth 3 that may move leaves the field, and must."""

from __future__ import annotations

import pytest

from games.rules.death_frontline import RULES
from games.rules.death_frontline.state import Removed
from tests.rules.death_frontline.positions import (
    OFFER,
    PASS,
    RESIGN,
    act,
    move,
    position,
    refusal,
    unit,
)

BREAK = {"type": "breakthrough", "from": [2, 7]}
AT_EDGE = (unit("us.rifle", 0, (2, 7)), unit("us.sniper", 0, (1, 1)))


def test_the_side_of_a_troop_that_breaks_through_wins_at_once():
    state = act(position(units=AT_EDGE), 0, BREAK)
    assert state.result is not None
    assert (state.result.reason, state.result.ranks) == ("breakthrough", (1, 2))
    assert state.removed == (Removed("us.rifle", 0),)
    assert (state.step, state.turn) == ("over", None)


def test_both_partners_win_by_a_breakthrough():
    units = (unit("uk.rifle", 2, (5, 7)),)
    state = position(units=units, seats=4, turn=2)
    after = act(state, 2, {"type": "breakthrough", "from": [5, 7]})
    assert after.result is not None
    assert after.result.ranks == (1, 2, 1, 2)


def test_the_axis_breaks_through_behind_row_1():
    state = position(units=(unit("wehrmacht.rifle", 1, (3, 1)),), turn=1)
    after = act(state, 1, {"type": "breakthrough", "from": [3, 1]})
    assert after.result is not None
    assert after.result.ranks == (2, 1)


def test_a_player_who_can_break_through_has_no_other_action():
    state = position(units=AT_EDGE)
    assert RULES.legal_actions(state, 0) == [BREAK]
    assert RULES.default_action(state, 0) == BREAK
    for action in (PASS, OFFER, move((1, 1), (1, 2))):
        assert refusal(state, 0, action) == "must_break_through"


def test_only_a_troop_of_ones_own_must_break_through():
    theirs = (unit("us.rifle", 0, (2, 7)), unit("wehrmacht.rifle", 3, (3, 7)))
    state = position(units=theirs, seats=4, turn=2)
    assert PASS in RULES.legal_actions(state, 2)
    assert refusal(state, 2, BREAK) == "not_yours"


def test_resigning_stays_possible_before_a_breakthrough():
    after = act(position(units=AT_EDGE), 0, RESIGN)
    assert after.result is not None
    assert after.result.reason == "resignation"


@pytest.mark.parametrize(
    "stuck",
    [
        unit("us.rifle", 0, (2, 7), moved=True),
        unit("us.rifle", 0, (2, 7), deployed_round=2),
        unit("us.at_gun", 0, (2, 7)),
        unit("us.depot", 0, (2, 7)),
    ],
    ids=["moved", "just deployed", "emplaced", "resource"],
)
def test_what_may_not_move_or_is_no_troop_does_not_break_through(stuck):
    state = position(units=(stuck,))
    assert PASS in RULES.legal_actions(state, 0)
    assert refusal(state, 0, BREAK) in {
        "has_moved",
        "just_deployed",
        "emplaced",
        "not_a_troop",
    }


def test_a_troop_short_of_the_far_edge_does_not_break_through():
    state = position(units=(unit("us.rifle", 0, (2, 6)),))
    assert refusal(state, 0, {"type": "breakthrough", "from": [2, 6]}) == "not_at_edge"


def test_an_exhausted_troop_breaks_through():
    state = position(units=(unit("us.rifle", 0, (2, 7), exhausted=True),))
    assert RULES.legal_actions(state, 0) == [BREAK]
