"""Play an attack step to its end, each seat taking its most valuable attack. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.death_frontline.bots.appraise import Force, depth_in
from games.rules.death_frontline.bots.imagine import advance
from games.rules.death_frontline.bots.masks import Mask, around_mask, bit, reach_mask, supply_mask
from games.rules.death_frontline.cards import ASSAULT, SUPPLY
from games.rules.death_frontline.catalogue import (
    CARDS,
    COMMANDERS,
    EMPLACED_TROOPS,
    RESOURCES,
    TROOPS,
    VEHICLES,
)
from games.rules.death_frontline.entering import is_deadly
from games.rules.death_frontline.field import Cell, Field, Unit, depth_of
from games.rules.death_frontline.values import COMMAND_BONUS, unit_defence
from games.rules.death_frontline.verbs.attacking import BREACHERS, can_advance

PROGRESS = {-3: 0.0, -2: 0.1, -1: 0.3, 0: 0.7, 1: 1.5, 2: 4.0, 3: 20.0}
LEAST_GAIN = 0.3
PRICE_OF_GUN = 0.15
PRICE_OF_POWER = 0.02


class Ready(NamedTuple):
    """A troop that can attack: its cells in reach, its attack, and that against vehicles."""

    reach: Mask
    value: int
    against: int
    unit: Unit

    def against_target(self, vehicle: bool) -> int:
        """Return its attack on a vehicle or another target."""
        return self.against if vehicle else self.value


class Attack(NamedTuple):
    """An attack that destroys a unit, and the attacker that advances, if any."""

    gain: float
    group: list[Ready]
    target: Unit
    advancing: Unit | None


def fight(field: Field, order: Sequence[int], passed: Sequence[bool], place: int = 0) -> Field:
    """Return the field after the attack step, from the turn of the seat at `place` in `order`.

    Seats that have `passed` take no part. A seat passes when no attack gains enough.
    """
    out = [seat for seat in order if passed[seat]]
    while len(out) < len(order):
        seat = order[place % len(order)]
        place += 1
        if seat in out:
            continue
        attack = best_attack(field, seat)
        if attack is None:
            out.append(seat)
        else:
            field = _carry_out(field, attack)
    return field


def _carry_out(field: Field, attack: Attack) -> Field:
    target = attack.target.cell
    cells = {gun.unit.cell for gun in attack.group}
    field = field.exhausting(cells).without_unit(target)
    return advance(field, attack.advancing.cell, target) if attack.advancing else field


def worth(unit: Unit) -> float:
    """Return what destroying a unit gains."""
    card = CARDS[unit.code]
    if unit.code in RESOURCES:
        return 0.9 + 0.3 * card.level
    value = 1.0 + 0.2 * card.attack + 0.15 * card.defence
    return value if unit.code in EMPLACED_TROOPS else value + PROGRESS[depth_in(unit)]


def ready_troops(field: Field, seat: int) -> list[Ready]:
    """Return a seat's troops that are not exhausted and have supply."""
    own = [unit for unit in field.units if unit.seat == seat and not unit.exhausted]
    own = [unit for unit in own if unit.code in TROOPS]
    if not own:
        return []
    width, force = field.width, _supply_of(field, seat & 1)
    effects = [effect for effect in field.effects if effect.seat == seat]
    dropped = any(effect.effect == SUPPLY for effect in effects)
    assault = sum(effect.amount for effect in effects if effect.effect == ASSAULT)
    found = []
    for unit in own:
        if not dropped and not force.supplied(unit):
            continue
        card = CARDS[unit.code]
        value = card.attack + (COMMAND_BONUS if force.led & bit(unit.cell) else 0)
        value += assault if unit.code in VEHICLES else 0
        reach = reach_mask(width, unit.code, seat & 1, unit.cell)
        found.append(Ready(reach, value, value + card.anti_tank, unit))
    return found


def _supply_of(field: Field, side: int) -> Force:
    """Return a side's resources and commanders."""
    force = Force(side)
    for unit in field.units:
        if unit.seat & 1 != side:
            continue
        if unit.code in RESOURCES:
            mask = supply_mask(field.width, unit.code, unit.cell)
            force.supplies.append((CARDS[unit.code].level, mask))
        elif unit.code in COMMANDERS:
            force.led |= around_mask(field.width, unit.cell)
    return force


def best_attack(field: Field, seat: int) -> Attack | None:
    """Return the seat's attack of greatest gain on a unit, or None if none gains enough."""
    guns = ready_troops(field, seat)
    reach = 0
    for gun in guns:
        reach |= gun.reach
    best = None
    for target in field.units:
        place = bit(target.cell)
        if not place & reach or (target.seat ^ seat) & 1 == 0:
            continue
        attack = _attack_on(field, target, [gun for gun in guns if gun.reach & place])
        if attack and attack.gain > (best.gain if best else LEAST_GAIN):
            best = attack
    return best


def _attack_on(field: Field, target: Unit, near: list[Ready]) -> Attack | None:
    """Return the attack of a small group that destroys `target`, or None if all are too weak."""
    vehicle = target.code in VEHICLES
    group = _group(field, target, near, vehicle)
    if not group:
        return None
    power = sum(gun.against_target(vehicle) for gun in group)
    gain = worth(target) - PRICE_OF_GUN * (len(group) - 1) - PRICE_OF_POWER * power
    advancing, progress = None, 0.0
    for gun in group if target.code in TROOPS else ():
        unit = gun.unit
        further = PROGRESS[depth_of(unit.seat, target.cell[1])] - PROGRESS[depth_in(unit)]
        if further > progress and _may_advance(field, unit, target.cell):
            advancing, progress = unit, further
    return Attack(gain + progress, group, target, advancing)


def _may_advance(field: Field, unit: Unit, cell: Cell) -> bool:
    """Tell whether an attacker can enter its target's cell, and survives it."""
    return can_advance(field, unit, cell) and not is_deadly(field, unit, cell)


def _group(field: Field, target: Unit, near: list[Ready], vehicle: bool) -> list[Ready]:
    """Return the weakest single attacker that suffices, else the strongest together, or []."""
    defence = unit_defence(field, target)
    enough = [gun for gun in near if gun.against_target(vehicle) > defence]
    if enough:
        return [min(enough, key=lambda gun: gun.against_target(vehicle))]
    breached = unit_defence(field, target, breached=True)
    group: list[Ready] = []
    total = 0
    for gun in sorted(near, key=lambda gun: -gun.against_target(vehicle)):
        group.append(gun)
        total += gun.against_target(vehicle)
        breaches = breached < defence and any(one.unit.code in BREACHERS for one in group)
        if total > (breached if breaches else defence):
            return group
    return []
