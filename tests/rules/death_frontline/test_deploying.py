"""Step 1b: troops and resources come into their own territory."""

from __future__ import annotations

import pytest

from tests.rules.death_frontline.positions import (
    act,
    deploy,
    facility,
    legal,
    on,
    position,
    refusal,
    unit,
)

HAND = {0: ("us.rifle", "us.medium_tank", "us.paratroop", "us.depot", "us.bunker")}


def _zone(card: str, **changes) -> set[tuple[int, int]]:
    state = position("deploy", hands=HAND, **changes)
    return {tuple(a["to"]) for a in legal(state, "deploy") if a["card"] == card}


def test_troops_and_resources_are_deployed_into_the_own_territory():
    own = {(x, y) for x in range(1, 5) for y in range(1, 4)}
    assert _zone("us.rifle") == _zone("us.depot") == own


def test_the_axis_deploys_into_rows_5_to_7():
    state = position("deploy", hands={1: ("wehrmacht.rifle",)}, turn=1)
    rows = {a["to"][1] for a in legal(state, "deploy")}
    assert rows == {5, 6, 7}


def test_airborne_troops_may_be_deployed_on_the_front_line_too():
    front = {(x, 4) for x in range(1, 5)}
    assert _zone("us.paratroop") - _zone("us.rifle") == front


def test_a_cell_holds_one_unit():
    taken = (unit("wehrmacht.rifle", 1, (2, 2)),)
    assert (2, 2) not in _zone("us.rifle", units=taken)
    state = position("deploy", hands=HAND, units=taken)
    assert refusal(state, 0, deploy("us.rifle", 2, 2)) == "occupied"


@pytest.mark.parametrize("owner", [0, 1])
def test_a_vehicle_cannot_be_deployed_onto_an_obstacle_of_either_side(owner):
    code = ("us.obstacle", "wehrmacht.obstacle")[owner]
    state = position("deploy", hands=HAND, facilities=(facility(code, owner, (1, 1)),))
    assert refusal(state, 0, deploy("us.medium_tank", 1, 1)) == "barred"
    assert on(act(state, 0, deploy("us.rifle", 1, 1)), (1, 1)) == "us.rifle"


def test_deploying_onto_a_minefield_sets_nothing_off():
    mine = facility("wehrmacht.minefield", 1, (1, 4))
    state = act(position("deploy", hands=HAND, facilities=(mine,)), 0, deploy("us.paratroop", 1, 4))
    assert on(state, (1, 4)) == "us.paratroop"
    assert state.field.facilities == (mine,)


def test_a_deployed_unit_leaves_the_hand_and_remembers_its_round():
    state = act(position("deploy", hands=HAND), 0, deploy("us.depot", 4, 1))
    assert "us.depot" not in state.own(0).hand
    assert state.field.unit_at[(4, 1)] == unit("us.depot", 0, (4, 1), deployed_round=2)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (deploy("us.rifle", 1, 4), "not_your_ground"),
        (deploy("us.rifle", 1, 5), "not_your_ground"),
        (deploy("us.rifle", 5, 1), "off_field"),
        (deploy("us.rifle", 0, 1), "off_field"),
        (deploy("us.sniper", 1, 1), "not_in_hand"),
        (deploy("nothing", 1, 1), "not_in_hand"),
        (deploy("us.bunker", 1, 1), "wrong_kind"),
        ({"type": "deploy", "card": "us.rifle"}, "missing_key"),
        ({**deploy("us.rifle", 1, 1), "layer": "unit"}, "unknown_key"),
        ({"type": "deploy", "card": "us.rifle", "to": [1, 1.0]}, "bad_value"),
        ({"type": "deploy", "card": "us.rifle", "to": [True, 1]}, "bad_value"),
        ({"type": "deploy", "card": "us.rifle", "to": [1, 1, 1]}, "bad_value"),
        ({"type": "deploy", "card": "us.rifle", "to": "11"}, "bad_value"),
    ],
)
def test_a_wrong_deployment_is_refused(action, code):
    assert refusal(position("deploy", hands=HAND), 0, action) == code
