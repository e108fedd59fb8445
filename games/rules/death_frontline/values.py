"""Compute the value of an attack and the defence it must beat. Pure.

Spec: Death Frontline, "Values". Used by the rules, the display and the bots.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.death_frontline.cards import (
    ASSAULT,
    BREACHER,
    BUNKER,
    RALLY,
)
from games.rules.death_frontline.catalogue import CARDS, TROOPS, VEHICLES
from games.rules.death_frontline.field import AROUND, Cell, Field, Unit, same_side

BUNKER_BONUS = 2
COMMAND_BONUS = 1

UNIT = "unit"
FACILITY = "facility"
LAYERS = (UNIT, FACILITY)


def commanded(field: Field, unit: Unit) -> bool:
    """Tell whether a troop with command on the unit's side is in a cell around `unit`."""
    x, y = unit.cell
    return any(
        same_side(other.seat, unit.seat) and (other.cell[0] - x, other.cell[1] - y) in AROUND
        for other in field.commanders
    )


def attack_value(field: Field, unit: Unit, against_vehicle: bool) -> int:
    """Return what `unit`, a troop, adds to an attack on a vehicle or other target."""
    card = CARDS[unit.code]
    value = card.attack
    if against_vehicle:
        value += card.anti_tank
    if commanded(field, unit):
        value += COMMAND_BONUS
    if unit.code in VEHICLES:
        value += sum(e.amount for e in field.effects if e.effect == ASSAULT and e.seat == unit.seat)
    return value


def bunker_bonus(field: Field, unit: Unit) -> int:
    """Return what a bunker of its own side in its cell adds to a troop's defence."""
    bunker = field.has_facility(unit.cell, BUNKER)
    if bunker and unit.code in TROOPS and same_side(bunker.seat, unit.seat):
        return BUNKER_BONUS
    return 0


def rally_bonus(field: Field, unit: Unit) -> int:
    """Return what the side's rallies add to a troop's defence."""
    if not field.effects or unit.code not in TROOPS:
        return 0
    return sum(
        e.amount for e in field.effects if e.effect == RALLY and same_side(e.seat, unit.seat)
    )


def unit_defence(field: Field, unit: Unit, breached: bool = False) -> int:
    """Return a unit's defence; `breached` leaves the bunker out."""
    bunker = 0 if breached else bunker_bonus(field, unit)
    return CARDS[unit.code].defence + bunker + rally_bonus(field, unit)


def target_defence(field: Field, cell: Cell, layer: str, breached: bool = False) -> int:
    """Return the defence of the unit or facility in `cell`, which must hold one."""
    if layer == UNIT:
        return unit_defence(field, field.unit_at[cell], breached)
    return field.facility_at[cell].card.defence


def against_vehicle(field: Field, cell: Cell, layer: str) -> bool:
    """Tell whether the target in `cell` is a vehicle."""
    return layer == UNIT and field.unit_at[cell].code in VEHICLES


def joint_attack(
    field: Field, attackers: Iterable[Unit], cell: Cell, layer: str
) -> tuple[int, int]:
    """Return (attack, defence) of the attackers together against a target."""
    group = list(attackers)
    vehicle = against_vehicle(field, cell, layer)
    total = sum(attack_value(field, unit, vehicle) for unit in group)
    breached = any(unit.card.has(BREACHER) for unit in group)
    return total, target_defence(field, cell, layer, breached)
