"""Step 1b: one orthogonal step a round, two for fast units; obstacles and mines."""

from __future__ import annotations

import pytest

from tests.rules.death_frontline.positions import (
    act,
    facility,
    legal,
    move,
    on,
    position,
    refusal,
    unit,
)

MINE = facility("wehrmacht.minefield", 1, (2, 4))


def _paths(state) -> list[list[tuple[int, int]]]:
    return [[tuple(cell) for cell in action["path"]] for action in legal(state, "move")]


def test_a_unit_moves_one_orthogonal_step():
    state = position(units=(unit("us.rifle", 0, (2, 2)),))
    assert sorted(_paths(state)) == [[(1, 2)], [(2, 1)], [(2, 3)], [(3, 2)]]
    after = act(state, 0, move((2, 2), (2, 3)))
    assert after.field.units == (unit("us.rifle", 0, (2, 3), moved=True),)


def test_resources_move_too_even_into_enemy_territory():
    state = position(units=(unit("us.depot", 0, (2, 4)),))
    assert [(2, 5)] in _paths(state)


def test_a_fast_unit_moves_one_or_two_steps_and_its_path_names_each_cell():
    state = position(units=(unit("us.recon", 0, (2, 2)),))
    assert [(2, 3), (2, 4)] in _paths(state)
    assert [(2, 3), (3, 3)] in _paths(state)
    assert [(3, 2), (3, 3)] in _paths(state), "two ways to one cell are two actions"
    assert [(2, 3)] in _paths(state)
    assert refusal(state, 0, move((2, 2), (2, 3), (2, 4), (2, 5))) == "too_far"


def test_a_path_does_not_lead_back_onto_the_units_own_cell():
    state = position(units=(unit("us.recon", 0, (2, 2)),))
    assert not any(path[-1] == (2, 2) for path in _paths(state))
    assert refusal(state, 0, move((2, 2), (2, 3), (2, 2))) == "occupied"


def test_each_cell_of_a_path_must_be_empty_of_units():
    units = (unit("us.recon", 0, (2, 2)), unit("us.rifle", 0, (2, 3)))
    assert refusal(position(units=units), 0, move((2, 2), (2, 3), (2, 4))) == "occupied"


def test_a_unit_moves_once_a_round():
    state = position(units=(unit("us.rifle", 0, (2, 2), moved=True),))
    assert _paths(state) == []
    assert refusal(state, 0, move((2, 2), (2, 3))) == "has_moved"


def test_a_unit_does_not_move_in_the_round_in_which_it_was_deployed():
    state = position(units=(unit("us.rifle", 0, (2, 2), deployed_round=2),))
    assert _paths(state) == []
    assert refusal(state, 0, move((2, 2), (2, 3))) == "just_deployed"


def test_emplaced_troops_never_move():
    state = position(units=(unit("us.at_gun", 0, (2, 2)),))
    assert _paths(state) == []
    assert refusal(state, 0, move((2, 2), (2, 3))) == "emplaced"


def test_a_partners_unit_is_not_ones_own():
    state = position(units=(unit("uk.rifle", 2, (2, 2)),), seats=4)
    assert _paths(state) == []
    assert refusal(state, 0, move((2, 2), (2, 3))) == "not_yours"


@pytest.mark.parametrize(("code", "owner"), [("us.obstacle", 0), ("wehrmacht.obstacle", 1)])
def test_a_vehicle_cannot_enter_an_obstacle_of_either_side(code, owner):
    units = (unit("us.recon", 0, (2, 2)), unit("us.rifle", 0, (2, 4)))
    state = position(units=units, facilities=(facility(code, owner, (2, 3)),))
    assert refusal(state, 0, move((2, 2), (2, 3))) == "barred"
    assert [(2, 3)] in _paths(state), "the rifle squad can"


def test_an_enemy_minefield_destroys_the_unit_that_moves_in_and_itself():
    state = position(units=(unit("us.rifle", 0, (2, 3)),), facilities=(MINE,))
    after = act(state, 0, move((2, 3), (2, 4)))
    assert (after.field.units, after.field.facilities) == ((), ())
    assert after.own(0).discard_pile == ("us.rifle",)
    assert after.own(1).discard_pile == ("wehrmacht.minefield",)


def test_a_resource_does_not_survive_a_minefield_either():
    state = position(units=(unit("us.depot", 0, (2, 3)),), facilities=(MINE,))
    assert act(state, 0, move((2, 3), (2, 4))).own(0).discard_pile == ("us.depot",)


def test_an_engineer_survives_and_the_minefield_is_destroyed():
    state = position(units=(unit("us.engineer", 0, (2, 3)),), facilities=(MINE,))
    after = act(state, 0, move((2, 3), (2, 4)))
    assert on(after, (2, 4)) == "us.engineer"
    assert after.field.facilities == ()
    assert after.own(1).discard_pile == ("wehrmacht.minefield",)


def test_an_own_sides_minefield_does_nothing():
    mine = facility("uk.minefield", 2, (2, 4))
    state = position(units=(unit("us.rifle", 0, (2, 3)),), facilities=(mine,), seats=4)
    after = act(state, 0, move((2, 3), (2, 4)))
    assert (on(after, (2, 4)), after.field.facilities) == ("us.rifle", (mine,))


def test_a_path_does_not_go_on_behind_a_minefield_that_destroys_the_unit():
    state = position(units=(unit("us.recon", 0, (2, 3)),), facilities=(MINE,))
    assert [(2, 4)] in _paths(state)
    assert not any(len(path) == 2 and path[0] == (2, 4) for path in _paths(state))
    assert refusal(state, 0, move((2, 3), (2, 4), (2, 5))) == "mine_stops"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (move((2, 2), (3, 3)), "not_next"),
        (move((2, 2), (2, 4)), "not_next"),
        (move((2, 2), (2, 3), (2, 4)), "too_far"),
        (move((1, 1), (1, 0)), "off_field"),
        (move((3, 1), (3, 2)), "not_yours"),
        ({"type": "move", "from": [2, 2], "path": []}, "bad_value"),
        ({"type": "move", "from": [2, 2], "path": [2, 3]}, "bad_value"),
        ({"type": "move", "from": [2, 2]}, "missing_key"),
    ],
)
def test_a_wrong_move_is_refused(action, code):
    units = (unit("us.rifle", 0, (2, 2)), unit("us.rifle", 0, (1, 1)))
    assert refusal(position(units=units), 0, action) == code
