"""Supply: a resource of the side with a level at least the troop's, within its reach."""

from __future__ import annotations

from dataclasses import replace

from games.rules.death_frontline.catalogue import CARDS
from games.rules.death_frontline.field import Effect, Field
from games.rules.death_frontline.supply import is_supplied, suppliers_of
from tests.rules.death_frontline.positions import unit


def supplied(troop, *resources, effects=()) -> bool:
    return is_supplied(Field(5, (troop, *resources), (), effects), troop)


def test_a_resource_supplies_up_to_its_level():
    tank = unit("us.medium_tank", 0, (2, 2))
    assert not supplied(tank, unit("us.supply_truck", 0, (2, 1)))
    assert supplied(tank, unit("us.ammo_dump", 0, (2, 1)))
    assert supplied(tank, unit("us.depot", 0, (2, 1)))


def test_a_troop_of_level_0_needs_no_supply(monkeypatch):
    free = replace(CARDS["us.rifle"], level=0)
    rifle = unit("us.rifle", 0, (2, 2))
    assert not supplied(rifle)
    monkeypatch.setitem(CARDS, "us.rifle", free)
    assert supplied(rifle)


def test_levels_do_not_add_up():
    tank = unit("us.heavy_tank", 0, (2, 2))
    assert not supplied(tank, unit("us.ammo_dump", 0, (2, 1)), unit("us.supply_truck", 0, (1, 2)))


def test_the_reach_is_counted_along_rows_and_columns():
    rifle = unit("us.rifle", 0, (1, 1))
    assert supplied(rifle, unit("us.supply_truck", 0, (2, 3)))
    assert not supplied(rifle, unit("us.supply_truck", 0, (3, 3)))
    assert supplied(rifle, unit("us.ammo_dump", 0, (2, 2)))
    assert not supplied(rifle, unit("us.ammo_dump", 0, (2, 3)))


def test_a_partners_resource_supplies_and_an_enemys_does_not():
    rifle = unit("us.rifle", 0, (1, 1))
    assert supplied(rifle, unit("uk.supply_truck", 2, (1, 2)))
    assert not supplied(rifle, unit("ss.supply_truck", 1, (1, 2)))


def test_a_supply_drop_counts_for_the_player_not_for_the_partner():
    drop = (Effect("supply", 0, 0),)
    assert supplied(unit("us.howitzer", 0, (1, 1)), effects=drop)
    assert not supplied(unit("uk.howitzer", 2, (1, 1)), effects=drop)


def test_no_other_effect_of_the_player_supplies():
    others = (Effect("rally", 2, 0), Effect("assault", 2, 0))
    assert not supplied(unit("us.howitzer", 0, (1, 1)), effects=others)


def test_every_resource_that_supplies_is_named():
    rifle = unit("us.rifle", 0, (1, 1))
    near, far = unit("us.depot", 0, (1, 2)), unit("us.depot", 0, (4, 4))
    assert list(suppliers_of(Field(5, (rifle, near, far)), rifle)) == [near]
