"""Evaluate a field for a side: units, their progress, and what can be hit. Pure.

The weights were tuned by letting versions of the bot play each other
(`manage.py selfplay`, docs/bots.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.rules.death_frontline.cards import EMPLACED, VEHICLE
from games.rules.death_frontline.field import (
    Cell,
    Field,
    Unit,
    depth_of,
    forward_of,
    reach_of,
    same_side,
)
from games.rules.death_frontline.supply import is_supplied
from games.rules.death_frontline.values import attack_value, unit_defence

PROGRESS = {-3: 0.0, -2: 0.3, -1: 0.8, 0: 1.8, 1: 3.5, 2: 8.0, 3: 60.0}
BLOCKED = 0.6
KEEPS_WHEN_HIT_NOW = 0.3
KEEPS_WHEN_HIT_LATER = 0.7
SUPPLIED = 1.5
GUARD = 0.04
FACILITY = {"mine": 0.6, "obstacle": 0.4, "bunker": 0.5}


@dataclass(frozen=True, slots=True)
class Gun:
    """A supplied troop as a threat: its reach and its strength."""

    unit: Unit
    reach: frozenset[Cell]
    value: int
    against_vehicles: int


def guns_of(field: Field) -> list[Gun]:
    """Return every supplied troop on the field."""
    return [
        Gun(
            unit,
            reach_of(unit),
            attack_value(field, unit, False),
            attack_value(field, unit, True),
        )
        for unit in field.units
        if unit.card.is_troop and is_supplied(field, unit)
    ]


def judge(field: Field, seat: int) -> float:
    """Return how good `field` is for the side of `seat`; higher is better."""
    guns = guns_of(field)
    total = 0.0
    for unit in field.units:
        value = _worth(field, unit) * _keeps(field, unit, guns)
        total += value if same_side(unit.seat, seat) else -value
    for gun in guns:
        value = SUPPLIED + GUARD * len(gun.reach & _guarded(field.width, gun.unit.seat))
        total += value if same_side(gun.unit.seat, seat) else -value
    for thing in field.facilities:
        value = FACILITY[thing.card.effect]
        total += value if same_side(thing.seat, seat) else -value
    return total


def judge_unthreatened(field: Field, seat: int) -> float:
    """Return how good `field` is for the side of `seat` if no unit is ever hit."""
    total = 0.0
    for unit in field.units:
        value = _worth(field, unit)
        if unit.card.is_troop and is_supplied(field, unit):
            value += SUPPLIED
        total += value if same_side(unit.seat, seat) else -value
    for thing in field.facilities:
        value = FACILITY[thing.card.effect]
        total += value if same_side(thing.seat, seat) else -value
    return total


@cache
def _guarded(width: int, seat: int) -> frozenset[Cell]:
    """Return the cells a side must guard: its own territory and the front line."""
    return frozenset(
        (x, y) for x in range(1, width + 1) for y in range(1, 8) if depth_of(seat, y) <= 0
    )


def _worth(field: Field, unit: Unit) -> float:
    """Return a unit's value if nobody hits it."""
    card = unit.card
    if not card.is_troop:
        return 2.0 + 0.7 * card.level
    value = 3.0 + 0.6 * card.attack + 0.4 * card.defence + 0.2 * card.anti_tank
    return value if card.has(EMPLACED) else value + _progress(field, unit)


def _progress(field: Field, unit: Unit) -> float:
    """Return the value of a troop's progress towards the far edge."""
    depth = depth_of(unit.seat, unit.cell[1])
    ahead = (unit.cell[0], unit.cell[1] + forward_of(unit.seat))
    blocked = depth < 3 and ahead in field.unit_at
    return PROGRESS[depth] * (BLOCKED if blocked else 1.0)


def _keeps(field: Field, unit: Unit, guns: list[Gun]) -> float:
    """Return the share of its value a unit keeps under the enemy's guns."""
    vehicle = unit.card.has(VEHICLE)
    now = later = 0
    for gun in guns:
        if unit.cell in gun.reach and not same_side(gun.unit.seat, unit.seat):
            value = gun.against_vehicles if vehicle else gun.value
            later += value
            now += 0 if gun.unit.exhausted else value
    if later <= 0:
        return 1.0
    defence = unit_defence(field, unit)
    if now > defence:
        return KEEPS_WHEN_HIT_NOW
    return KEEPS_WHEN_HIT_LATER if later > defence else 1.0
