"""Play an attack step to its end, each seat taking its most valuable attack. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.death_frontline.bots.appraise import depth_in, forces_of
from games.rules.death_frontline.bots.masks import Mask, bit, reach_mask
from games.rules.death_frontline.cards import ASSAULT, SUPPLY
from games.rules.death_frontline.catalogue import (
    CARDS,
    COMMANDERS,
    EMPLACED_TROOPS,
    RESOURCES,
    TROOPS,
    VEHICLES,
)
from games.rules.death_frontline.entering import enemy_mine, is_deadly
from games.rules.death_frontline.field import Cell, Field, Unit, depth_of
from games.rules.death_frontline.values import COMMAND_BONUS, unit_defence
from games.rules.death_frontline.verbs.attacking import BREACHERS, can_advance

PROGRESS = {-3: 0.0, -2: 0.1, -1: 0.3, 0: 0.7, 1: 1.5, 2: 4.0, 3: 20.0}
"""By depth: what a troop's way is worth."""
PILLARS = RESOURCES | COMMANDERS
"""Units whose place decides what others can do."""
LEAST_GAIN = 0.3
PRICE_OF_GUN = 0.15
PRICE_OF_POWER = 0.02


class Ready(NamedTuple):
    """A troop that can attack: its cells in reach, its attack, and that against vehicles."""

    reach: Mask
    value: int
    against: int
    unit: Unit


class Attack(NamedTuple):
    """An attack that destroys a unit, and the attacker that advances, if any."""

    gain: float
    group: list[Ready]
    target: Unit
    advancing: Unit | None


def fight(
    field: Field, order: Sequence[int], passed: Sequence[bool], turned: bool, place: int = 0
) -> Battle:
    """Return the battle after the attack step, from the turn of the seat at `place` in `order`.

    Seats that have `passed` take no part. A seat passes when no attack gains enough. Who is
    exhausted in the end is left open: settlement follows.
    """
    battle = Battle(field, turned)
    out = [seat for seat in order if passed[seat]]
    while len(out) < len(order):
        seat = order[place % len(order)]
        place += 1
        if seat not in out:
            attack = battle.best_attack(seat)
            if attack is None:
                out.append(seat)
            else:
                battle.carry_out(seat, attack)
    return battle


class Battle:
    """An attack step in progress: the field, and by seat the troops that can still attack."""

    def __init__(self, field: Field, turned: bool) -> None:
        self.field = field
        self.turned = turned
        """Whether the Axis looks from its own edge, so that ties fall alike for both sides."""
        self.fought: set[Cell] = set()
        self.forces = forces_of(field)
        self.ready: dict[int, list[Ready]] = {}

    def ready_of(self, seat: int) -> list[Ready]:
        """Return a seat's troops that are not exhausted and have supply."""
        if seat not in self.ready:
            self.ready[seat] = self._muster(seat)
        return self.ready[seat]

    def _muster(self, seat: int) -> list[Ready]:
        force, width = self.forces[seat & 1], self.field.width
        effects = [effect for effect in self.field.effects if effect.seat == seat]
        dropped = any(effect.effect == SUPPLY for effect in effects)
        assault = sum(effect.amount for effect in effects if effect.effect == ASSAULT)
        found = []
        for unit in self._seen_by(seat, force.troops):
            if unit.seat != seat or unit.exhausted or unit.cell in self.fought:
                continue
            if dropped or force.supplied(unit):
                card = CARDS[unit.code]
                value = card.attack + (COMMAND_BONUS if force.led & bit(unit.cell) else 0)
                value += assault if unit.code in VEHICLES else 0
                reach = reach_mask(width, unit.code, seat & 1, unit.cell)
                found.append(Ready(reach, value, value + card.anti_tank, unit))
        return found

    def _seen_by(self, seat: int, units: list[Unit]) -> list[Unit]:
        return units[::-1] if self.turned and seat & 1 else units

    def best_attack(self, seat: int) -> Attack | None:
        """Return the seat's attack of greatest gain on a unit, or None if none gains enough."""
        guns = self.ready_of(seat)
        reach = 0
        for gun in guns:
            reach |= gun.reach
        best, most = None, LEAST_GAIN
        for target in self._seen_by(seat, self.forces[1 - (seat & 1)].units):
            place = bit(target.cell)
            if place & reach:
                near = [gun for gun in guns if gun.reach & place]
                attack = attack_on(self.field, target, near)
                if attack and attack.gain > most:
                    best, most = attack, attack.gain
        return best

    def carry_out(self, seat: int, attack: Attack) -> None:
        """Exhaust the attackers, remove the target, and let an attacker advance."""
        target = attack.target
        cells = {gun.unit.cell for gun in attack.group}
        self.fought |= cells
        self.ready[seat] = [gun for gun in self.ready[seat] if gun.unit.cell not in cells]
        self.forces[target.seat & 1].remove(target)
        field = self.field.without_unit(target.cell)
        if target.seat in self.ready:
            guns = self.ready[target.seat]
            self.ready[target.seat] = [gun for gun in guns if gun.unit is not target]
        if attack.advancing:
            field = self._advance(field, attack.advancing, target.cell)
        self.field = field
        if not PILLARS.isdisjoint((target.code, attack.advancing and attack.advancing.code)):
            self.forces = forces_of(field)
            self.ready = {}

    def _advance(self, field: Field, unit: Unit, cell: Cell) -> Field:
        """Return the field after an attacker has entered the target's cell."""
        there = unit._replace(cell=cell)
        force = self.forces[unit.seat & 1]
        force.remove(unit)
        force.add(there)
        self.fought.add(cell)
        if enemy_mine(field, unit.seat, cell):
            field = field.without_facility(cell)
        return field.without_unit(unit.cell).with_unit(there)


def worth(unit: Unit) -> float:
    """Return what destroying a unit gains."""
    card = CARDS[unit.code]
    if unit.code in RESOURCES:
        return 0.9 + 0.3 * card.level
    value = 1.0 + 0.2 * card.attack + 0.15 * card.defence
    return value if unit.code in EMPLACED_TROOPS else value + PROGRESS[depth_in(unit)]


def attack_on(field: Field, target: Unit, near: list[Ready]) -> Attack | None:
    """Return the attack of a small group that destroys `target`, or None if all are too weak."""
    powers = [gun.against if target.code in VEHICLES else gun.value for gun in near]
    group = _group(field, target, sorted(zip(powers, near, strict=True), key=_power, reverse=True))
    if not group:
        return None
    power = sum(map(_power, group))
    gain = worth(target) - PRICE_OF_GUN * (len(group) - 1) - PRICE_OF_POWER * power
    guns = [gun for _, gun in group]
    advancing, progress = None, 0.0
    for gun in guns if target.code in TROOPS else ():
        unit = gun.unit
        further = PROGRESS[depth_of(unit.seat, target.cell[1])] - PROGRESS[depth_in(unit)]
        if further > progress and _may_advance(field, unit, target.cell):
            advancing, progress = unit, further
    return Attack(gain + progress, guns, target, advancing)


Powers = list[tuple[int, Ready]]
"""Troops with their attack on a certain target."""


def _power(one: tuple[int, Ready]) -> int:
    return one[0]


def _may_advance(field: Field, unit: Unit, cell: Cell) -> bool:
    """Tell whether an attacker can enter its target's cell, and survives it."""
    return can_advance(field, unit, cell) and not is_deadly(field, unit, cell)


def _group(field: Field, target: Unit, strongest_first: Powers) -> Powers:
    """Return the weakest single attacker that suffices, else the strongest together, or []."""
    defence = unit_defence(field, target)
    if strongest_first[0][0] > defence:
        return [[one for one in strongest_first if one[0] > defence][-1]]
    breached = unit_defence(field, target, breached=True)
    group: Powers = []
    total = 0
    for one in strongest_first:
        group.append(one)
        total += one[0]
        breaches = breached < defence and any(gun.unit.code in BREACHERS for _, gun in group)
        if total > (breached if breaches else defence):
            return group
    return []
