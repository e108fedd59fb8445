"""Step 1c: facilities, and what enemy troops remove at its end."""

from __future__ import annotations

import pytest

from tests.rules.death_frontline.positions import (
    PASS,
    act,
    build,
    everybody_passes,
    facility,
    legal,
    position,
    refusal,
    unit,
)

HAND = {0: ("us.bunker", "us.rifle")}


def test_a_facility_is_built_in_the_own_territory_or_on_the_front_line():
    state = position("facility", hands=HAND)
    assert {tuple(a["to"]) for a in legal(state, "build")} == {
        (x, y) for x in range(1, 5) for y in range(1, 5)
    }


def test_an_own_sides_unit_may_stand_where_it_is_built():
    units = (unit("uk.rifle", 2, (2, 2)),)
    state = act(position("facility", units, seats=4, hands=HAND), 0, build("us.bunker", 2, 2))
    assert state.field.facilities == (facility("us.bunker", 0, (2, 2)),)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (build("us.bunker", 1, 5), "not_your_ground"),
        (build("us.bunker", 1, 1), "built_upon"),
        (build("us.bunker", 2, 4), "enemy_stands"),
        (build("us.bunker", 9, 4), "off_field"),
        (build("us.rifle", 1, 2), "wrong_kind"),
        (build("us.minefield", 1, 2), "not_in_hand"),
    ],
)
def test_a_wrong_building_site_is_refused(action, code):
    state = position(
        "facility",
        (unit("wehrmacht.depot", 1, (2, 4)),),
        (facility("us.obstacle", 0, (1, 1)),),
        hands=HAND,
    )
    assert refusal(state, 0, action) == code


def test_resources_beside_enemy_troops_are_removed_at_the_end_of_the_step():
    units = (
        unit("us.depot", 0, (2, 3)),
        unit("wehrmacht.rifle", 1, (2, 4)),
        unit("us.supply_truck", 0, (3, 3)),
    )
    state = everybody_passes(position("facility", units), "facility")
    assert state.step == "skill"
    assert [one.code for one in state.field.units] == ["us.supply_truck", "wehrmacht.rifle"]
    assert state.own(0).discard_pile == ("us.depot",)


def test_troops_beside_enemy_troops_stay():
    units = (unit("us.rifle", 0, (2, 3)), unit("wehrmacht.engineer", 1, (2, 4)))
    state = everybody_passes(position("facility", units), "facility")
    assert state.field.units == units


def test_a_diagonal_troop_and_an_enemy_resource_remove_nothing():
    units = (
        unit("us.depot", 0, (2, 3)),
        unit("wehrmacht.rifle", 1, (3, 4)),
        unit("wehrmacht.depot", 1, (2, 4)),
    )
    state = everybody_passes(position("facility", units), "facility")
    assert len(state.field.units) == 3


def test_all_resources_are_removed_at_the_same_time_by_y_then_x():
    units = (
        unit("us.depot", 0, (1, 3)),
        unit("us.supply_truck", 0, (3, 3)),
        unit("us.ammo_dump", 0, (2, 2)),
        unit("wehrmacht.rifle", 1, (2, 3)),
    )
    state = everybody_passes(position("facility", units), "facility")
    assert state.own(0).discard_pile == ("us.ammo_dump", "us.depot", "us.supply_truck")


def test_then_facilities_beside_enemy_engineers_are_removed():
    facilities = (
        facility("us.bunker", 0, (2, 3)),
        facility("us.minefield", 0, (2, 4)),
        facility("wehrmacht.obstacle", 1, (1, 4)),
        facility("us.obstacle", 0, (4, 3)),
    )
    units = (
        unit("wehrmacht.engineer", 1, (2, 4)),
        unit("wehrmacht.rifle", 1, (4, 4)),
        unit("us.depot", 0, (3, 4)),
    )
    state = everybody_passes(position("facility", units, facilities), "facility")
    left = [thing.code for thing in state.field.facilities]
    assert left == ["us.obstacle", "wehrmacht.obstacle", "us.minefield"], (
        "its own cell is not next to it, and an own side's facility stays"
    )
    assert state.own(0).discard_pile == ("us.depot", "us.bunker")


def test_nothing_is_removed_before_everybody_has_passed():
    units = (unit("us.depot", 0, (2, 3)), unit("wehrmacht.rifle", 1, (2, 4)))
    state = act(position("facility", units), 0, PASS)
    assert (state.step, len(state.field.units)) == ("facility", 2)
