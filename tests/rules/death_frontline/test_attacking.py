"""Step 2b: who may attack, joint attacks, destruction, exhaustion and the advance."""

from __future__ import annotations

import pytest

from games.engine.canonical import canonical
from games.engine.contract import IllegalAction
from games.rules.death_frontline import RULES
from games.rules.death_frontline.cards import OBSTACLE
from tests.rules.death_frontline.positions import (
    act,
    attack,
    facility,
    legal,
    on,
    position,
    refusal,
    told,
    unit,
)

DEPOT = unit("us.depot", 0, (2, 3))
RIFLE = unit("us.rifle", 0, (1, 4))
TANK = unit("us.medium_tank", 0, (1, 3))
ENEMY = unit("wehrmacht.rifle", 1, (1, 5))


def test_normal_form_has_the_attackers_by_y_then_x():
    sent = attack((2, 5), (3, 4), (1, 5), target=(1, 6))
    assert RULES.normal(sent) == attack((3, 4), (1, 5), (2, 5), target=(1, 6))


@pytest.mark.parametrize("cells", [7, [], [[1, 2], [1]], [[1, True]]])
def test_an_attack_that_cannot_be_read_has_no_normal_form(cells):
    with pytest.raises(IllegalAction):
        RULES.normal({**attack(target=(1, 6)), "from": cells})
    with pytest.raises(IllegalAction):
        RULES.normal({"type": "attack"})


def test_a_target_is_destroyed_only_by_more_than_its_defence():
    state = position("attack", (DEPOT, RIFLE, ENEMY))
    after = act(state, 0, attack((1, 4), target=(1, 5)))
    assert on(after, (1, 5)) == "wehrmacht.rifle"
    pair = position("attack", (DEPOT, TANK, ENEMY))
    assert on(act(pair, 0, attack((1, 3), target=(1, 5))), (1, 5)) is None


def test_attackers_are_exhausted_whatever_comes_of_it():
    after = act(position("attack", (DEPOT, RIFLE, ENEMY)), 0, attack((1, 4), target=(1, 5)))
    assert after.field.unit_at[(1, 4)].exhausted


def test_a_joint_attack_adds_up_and_exhausts_all():
    state = position("attack", (DEPOT, RIFLE, TANK, unit("wehrmacht.heavy_tank", 1, (1, 5))))
    after = act(state, 0, attack((1, 4), (1, 3), target=(1, 5)))
    assert on(after, (1, 5)) == "wehrmacht.heavy_tank", "2 + 4 is not more than 6"
    (first, *_) = told(state, 0, attack((1, 4), (1, 3), target=(1, 5)))
    assert (first.attack, first.defence, first.destroyed) == (6, 6, False)
    assert all(after.field.unit_at[cell].exhausted for cell in ((1, 3), (1, 4)))


def test_the_event_says_the_attack_and_the_defence():
    (first, *_) = told(position("attack", (DEPOT, TANK, ENEMY)), 0, attack((1, 3), target=(1, 5)))
    assert (first.attack, first.defence, first.destroyed) == (4, 3, True)


def test_every_group_of_attackers_is_a_choice_and_every_advance_of_one():
    state = position("attack", (DEPOT, RIFLE, TANK, ENEMY))
    choices = {canonical(action) for action in legal(state, "attack")}
    assert choices == {
        canonical(action)
        for action in (
            attack((1, 4), target=(1, 5)),
            attack((1, 3), target=(1, 5)),
            attack((1, 3), target=(1, 5), advance=(1, 3)),
            attack((1, 3), (1, 4), target=(1, 5)),
            attack((1, 3), (1, 4), target=(1, 5), advance=(1, 3)),
            attack((1, 3), (1, 4), target=(1, 5), advance=(1, 4)),
        )
    }


def test_attackers_may_be_named_in_any_order():
    state = position("attack", (DEPOT, RIFLE, TANK, ENEMY))
    backwards = act(state, 0, attack((1, 4), (1, 3), target=(1, 5)))
    assert backwards.field == act(state, 0, attack((1, 3), (1, 4), target=(1, 5))).field


def test_one_attacker_may_advance_into_the_cell_of_a_destroyed_troop():
    state = position("attack", (DEPOT, TANK, ENEMY))
    after = act(state, 0, attack((1, 3), target=(1, 5), advance=(1, 3)))
    arrived = after.field.unit_at[(1, 5)]
    assert (arrived.code, arrived.exhausted, arrived.moved) == ("us.medium_tank", True, False)
    assert on(after, (1, 3)) is None


def test_advancing_is_allowed_to_a_unit_that_has_moved():
    moved = unit("us.medium_tank", 0, (1, 3), moved=True)
    after = act(
        position("attack", (DEPOT, moved, ENEMY)),
        0,
        attack((1, 3), target=(1, 5), advance=(1, 3)),
    )
    assert after.field.unit_at[(1, 5)].moved


@pytest.mark.parametrize("code", ["us.howitzer", "us.mortar", "us.at_gun"])
def test_indirect_and_emplaced_troops_never_advance(code):
    units = (DEPOT, unit(code, 0, (2, 5)), unit("wehrmacht.sniper", 1, (2, 7)))
    state = position("attack", (*units, unit("us.depot", 0, (1, 5))))
    action = attack((2, 5), target=(2, 7), advance=(2, 5))
    assert refusal(state, 0, action) == "cannot_advance"
    assert len(legal(state, "attack")) == 1


def test_nobody_advances_where_no_troop_is_destroyed():
    weak = position("attack", (DEPOT, RIFLE, ENEMY))
    advance = attack((1, 4), target=(1, 5), advance=(1, 4))
    assert refusal(weak, 0, advance) == "no_advance"
    resource = position("attack", (DEPOT, RIFLE, unit("wehrmacht.depot", 1, (1, 5))))
    assert refusal(resource, 0, advance) == "no_advance"
    bunker = position("attack", (DEPOT, TANK), (facility("wehrmacht.minefield", 1, (1, 5)),))
    action = attack((1, 3), target=(1, 5), layer="facility", advance=(1, 3))
    assert refusal(bunker, 0, action) == "no_advance"


def test_only_an_attacker_advances():
    state = position("attack", (DEPOT, RIFLE, TANK, ENEMY))
    action = attack((1, 3), target=(1, 5), advance=(1, 4))
    assert refusal(state, 0, action) == "not_attacking"


def test_a_vehicle_does_not_advance_into_an_obstacle():
    barrier = facility("wehrmacht.obstacle", 1, (1, 5))
    state = position("attack", (DEPOT, TANK, ENEMY), (barrier,))
    assert barrier.card.effect == OBSTACLE
    action = attack((1, 3), target=(1, 5), advance=(1, 3))
    assert refusal(state, 0, action) == "cannot_advance"


def test_an_advance_onto_an_enemy_minefield_destroys_both_after_the_target():
    mine = facility("wehrmacht.minefield", 1, (1, 5))
    state = position("attack", (DEPOT, TANK, ENEMY), (mine,))
    after = act(state, 0, attack((1, 3), target=(1, 5), advance=(1, 3)))
    assert on(after, (1, 5)) is None
    assert after.own(0).discard_pile == ("us.medium_tank",)
    assert after.own(1).discard_pile == ("wehrmacht.rifle", "wehrmacht.minefield")


def test_a_facility_can_be_attacked_over_a_unit_in_its_cell():
    mine = facility("wehrmacht.minefield", 1, (1, 5))
    state = position("attack", (DEPOT, TANK, ENEMY), (mine,))
    after = act(state, 0, attack((1, 3), target=(1, 5), layer="facility"))
    assert (on(after, (1, 5)), after.field.facilities) == ("wehrmacht.rifle", ())


def test_anti_tank_does_not_count_against_a_facility_under_a_vehicle():
    units = (DEPOT, unit("us.at_team", 0, (1, 4)), unit("wehrmacht.recon", 1, (1, 5)))
    mine = facility("wehrmacht.minefield", 1, (1, 5))
    state = position("attack", units, (mine,))
    after = act(state, 0, attack((1, 4), target=(1, 5), layer="facility"))
    assert after.field.facilities == (mine,)


def test_there_is_no_line_of_sight():
    wall = unit("wehrmacht.heavy_tank", 1, (1, 4))
    state = position("attack", (DEPOT, TANK, wall, ENEMY))
    assert on(act(state, 0, attack((1, 3), target=(1, 5))), (1, 5)) is None


def test_exhausted_units_can_be_attacked():
    tired = unit("wehrmacht.rifle", 1, (1, 5), exhausted=True)
    state = position("attack", (DEPOT, TANK, tired))
    assert on(act(state, 0, attack((1, 3), target=(1, 5))), (1, 5)) is None


def test_defenders_need_no_supply_and_attackers_do():
    state = position("attack", (TANK, ENEMY))
    assert legal(state, "attack") == []
    assert refusal(state, 0, attack((1, 3), target=(1, 5))) == "not_supplied"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (attack((1, 4), (1, 4), target=(1, 5)), "twice"),
        (attack((2, 3), target=(1, 5)), "not_a_troop"),
        (attack((4, 4), target=(1, 5)), "not_yours"),
        (attack((1, 5), target=(1, 5)), "not_yours"),
        (attack((3, 3), target=(1, 5)), "exhausted"),
        (attack((1, 4), target=(3, 7)), "out_of_range"),
        (attack((1, 4), target=(2, 5)), "no_target"),
        (attack((1, 4), target=(2, 3)), "no_target"),
        (attack((1, 4), target=(1, 5), layer="facility"), "no_target"),
        (attack((1, 4), target=(1, 9)), "off_field"),
        (attack((1, 4), target=(1, 5), layer="air"), "bad_value"),
        ({**attack((1, 4), target=(1, 5)), "from": []}, "bad_value"),
        ({**attack((1, 4), target=(1, 5)), "from": [1, 4]}, "bad_value"),
        ({**attack((1, 4), target=(1, 5)), "advance": 0}, "bad_value"),
        ({**attack((1, 4), target=(1, 5)), "advance": False}, "bad_value"),
        ({"type": "attack", "from": [[1, 4]], "target": [1, 5], "layer": "unit"}, "missing_key"),
    ],
)
def test_a_wrong_attack_is_refused(action, code):
    units = (
        DEPOT,
        RIFLE,
        ENEMY,
        unit("us.sniper", 0, (3, 3), exhausted=True),
        unit("wehrmacht.rifle", 1, (3, 7)),
    )
    assert refusal(position("attack", units), 0, action) == code


def test_the_enemies_are_both_seats_of_the_other_side():
    units = (
        unit("us.paratroop", 0, (2, 4)),
        unit("us.depot", 0, (1, 4)),
        unit("uk.rifle", 2, (3, 4)),
        unit("ss.rifle", 1, (2, 5)),
        unit("wehrmacht.rifle", 3, (3, 5)),
    )
    facilities = (
        facility("us.bunker", 0, (1, 3)),
        facility("uk.minefield", 2, (2, 3)),
        facility("ss.minefield", 1, (3, 3)),
        facility("wehrmacht.bunker", 3, (1, 5)),
    )
    state = position("attack", units, facilities, seats=4)
    targets = {(*action["target"], action["layer"]) for action in legal(state, "attack")}
    assert targets == {(2, 5, "unit"), (3, 5, "unit"), (3, 3, "facility"), (1, 5, "facility")}
    own = attack((2, 4), target=(2, 3), layer="facility")
    assert refusal(state, 0, own) == "no_target"


def test_a_partner_cannot_join_an_attack():
    units = (unit("us.rifle", 0, (1, 4)), unit("uk.rifle", 2, (2, 5)), unit("ss.rifle", 1, (1, 5)))
    state = position("attack", (*units, DEPOT), seats=4)
    assert refusal(state, 0, attack((1, 4), (2, 5), target=(1, 5))) == "not_yours"
