"""Attack and defence: anti-tank, command, bunkers, breachers, and the round's effects."""

from __future__ import annotations

import pytest

from games.rules.death_frontline.catalogue import CATALOGUE
from games.rules.death_frontline.field import Effect, Field, range_cells, reach_of
from games.rules.death_frontline.values import attack_value, joint_attack, target_defence
from tests.rules.death_frontline.positions import facility, unit


def field(*units, facilities=(), effects=()):
    return Field(4, units, facilities, effects)


def test_a_range_turns_round_for_the_axis():
    arc = CATALOGUE.ranges["front_arc"]
    assert range_cells(arc, 0, (2, 3)) == {(1, 4), (2, 4), (3, 4), (2, 5)}
    assert range_cells(arc, 1, (2, 5)) == {(1, 4), (2, 4), (3, 4), (2, 3)}
    for seat, ahead, behind in ((0, 5, 3), (1, 3, 5), (2, 5, 3), (3, 3, 5)):
        reach = reach_of(unit("us.machine_gun", seat, (2, 4)))
        assert (2, ahead) in reach
        assert (2, behind) not in reach


def test_a_mortar_does_not_reach_the_cells_next_to_it():
    reach = reach_of(unit("us.mortar", 0, (2, 2)))
    assert (2, 3) not in reach
    assert (2, 4) in reach
    assert (3, 3) in reach


def test_anti_tank_counts_against_vehicles_only():
    gun = unit("us.at_team", 0, (1, 3))
    assert attack_value(field(gun), gun, against_vehicle=True) == 7
    assert attack_value(field(gun), gun, against_vehicle=False) == 2
    here = field(gun, unit("ss.rifle", 1, (1, 4)), unit("ss.light_tank", 1, (2, 3)))
    assert joint_attack(here, [gun], (1, 4), "unit") == (2, 3)
    assert joint_attack(here, [gun], (2, 3), "unit") == (7, 3)


@pytest.mark.parametrize("cell", [(1, 1), (2, 1), (3, 1), (1, 2), (3, 2), (1, 3), (2, 3), (3, 3)])
def test_command_in_one_of_the_eight_cells_around_adds_one(cell):
    rifle = unit("us.rifle", 0, (2, 2))
    assert attack_value(field(rifle, unit("uk.command", 2, cell)), rifle, False) == 3


def test_command_counts_once_not_for_itself_and_not_for_the_enemy():
    rifle, command = unit("us.rifle", 0, (2, 2)), unit("us.command", 0, (2, 3))
    second = unit("uk.command", 2, (3, 3))
    both = field(rifle, command, second)
    assert attack_value(both, rifle, False) == 3
    assert attack_value(both, command, False) == 2, "another command troop stands beside it"
    assert attack_value(field(command), command, False) == 1
    assert attack_value(field(rifle, unit("ss.command", 1, (2, 3))), rifle, False) == 2


def test_a_bunker_of_the_own_side_adds_two_to_the_troop_in_its_cell():
    rifle = unit("us.rifle", 0, (2, 2))
    for bunker in (facility("us.bunker", 0, (2, 2)), facility("uk.bunker", 2, (2, 2))):
        assert target_defence(field(rifle, facilities=(bunker,)), (2, 2), "unit") == 5
    enemy = facility("ss.bunker", 1, (2, 2))
    assert target_defence(field(rifle, facilities=(enemy,)), (2, 2), "unit") == 3


def test_a_bunker_adds_nothing_to_a_resource_or_to_itself():
    here = field(unit("us.depot", 0, (2, 2)), facilities=(facility("us.bunker", 0, (2, 2)),))
    assert target_defence(here, (2, 2), "unit") == 0
    assert target_defence(here, (2, 2), "facility") == 5


def test_a_breacher_among_the_attackers_ignores_the_bunker():
    engineer, rifle = unit("us.engineer", 0, (1, 4)), unit("us.rifle", 0, (2, 3))
    here = field(
        unit("ss.rifle", 1, (1, 5)),
        engineer,
        rifle,
        facilities=(facility("ss.bunker", 1, (1, 5)),),
    )
    assert joint_attack(here, [rifle], (1, 5), "unit") == (2, 5)
    assert joint_attack(here, [rifle, engineer], (1, 5), "unit") == (4, 3)


def test_rallies_add_up_and_help_the_whole_sides_troops():
    here = field(
        unit("us.rifle", 0, (1, 1)),
        unit("us.depot", 0, (2, 1)),
        unit("ss.rifle", 1, (1, 7)),
        effects=(Effect("rally", 3, 2), Effect("rally", 3, 0)),
    )
    assert target_defence(here, (1, 1), "unit") == 9
    assert target_defence(here, (2, 1), "unit") == 0
    assert target_defence(here, (1, 7), "unit") == 3


def test_no_other_effect_adds_to_the_attack_or_to_the_defence():
    tank = unit("us.medium_tank", 0, (1, 1))
    rallied = field(tank, effects=(Effect("rally", 3, 0),))
    assert attack_value(rallied, tank, False) == 4
    helped = field(tank, effects=(Effect("assault", 3, 0),))
    assert target_defence(helped, (1, 1), "unit") == 4


def test_an_assault_helps_only_the_vehicles_of_the_player():
    tank, rifle = unit("ss.medium_tank", 1, (1, 7)), unit("ss.rifle", 1, (2, 7))
    partner = unit("wehrmacht.medium_tank", 3, (3, 7))
    here = field(tank, rifle, partner, effects=(Effect("assault", 3, 1),))
    assert [attack_value(here, one, False) for one in (tank, rifle, partner)] == [7, 3, 4]
