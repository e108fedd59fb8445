"""Evaluate a field for a side: units, their progress, and what can be hit. Pure.

The weights were tuned by letting versions of the bot play each other
(`manage.py selfplay`, docs/bots.md). A bot judges the field after each of its actions, so sets of
cells are masks, and what depends on few units is cached.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.rules.death_frontline.bots.masks import (
    Mask,
    bit,
    led_mask,
    reach_mask,
    supplied_masks,
)
from games.rules.death_frontline.cards import ASSAULT, SUPPLY
from games.rules.death_frontline.catalogue import (
    CARDS,
    COMMANDERS,
    EMPLACED_TROOPS,
    RESOURCES,
    VEHICLES,
)
from games.rules.death_frontline.field import (
    FAR_EDGE_DEPTH,
    Cell,
    Field,
    Unit,
    cells_of,
    depth_of,
    forward_of,
    same_side,
)
from games.rules.death_frontline.values import COMMAND_BONUS, unit_defence

PROGRESS = {-3: 0.0, -2: 0.3, -1: 0.8, 0: 1.8, 1: 3.5, 2: 8.0, 3: 60.0}
BLOCKED = 0.6
KEEPS_WHEN_HIT_NOW = 0.3
KEEPS_WHEN_HIT_LATER = 0.7
SUPPLIED = 1.5
GUARD = 0.04
FACILITY = {"mine": 0.6, "obstacle": 0.4, "bunker": 0.5}


class Place(NamedTuple):
    """What can be told of a unit from its card, its side and its cell alone."""

    cell: Mask
    ahead: Mask
    """The cell ahead, where that may be blocked."""
    worth: float
    """Its value if nobody hits it."""
    worth_blocked: float
    needs: int | None
    """The level of supply that a troop needs to attack; None for a resource."""
    reach: Mask
    guard: float
    """The value of its reach, supplied."""
    attack: int
    anti_tank: int
    is_vehicle: bool


class Gun(NamedTuple):
    """A supplied troop as a threat: its reach and its strength."""

    reach: Mask
    value: int
    against_vehicles: int
    exhausted: bool
    side: int
    guard: float


def judge(field: Field, seat: int) -> float:
    """Return how good `field` is for the side of `seat`; higher is better."""
    places, occupied = _places(field)
    guns = _guns_of(field, places)
    threats = [gun for gun in guns if gun.side], [gun for gun in guns if not gun.side]
    total = 0.0
    for unit, place in zip(field.units, places, strict=True):
        value = place.worth_blocked if occupied & place.ahead else place.worth
        value *= _keeps(field, unit, place, threats[unit.seat % 2])
        total += value if same_side(unit.seat, seat) else -value
    for gun in guns:
        total += gun.guard if same_side(gun.side, seat) else -gun.guard
    return _with_facilities(total, field, seat)


def judge_unthreatened(field: Field, seat: int) -> float:
    """Return how good `field` is for the side of `seat` if no unit is ever hit."""
    places, occupied = _places(field)
    supplied = {unit.cell for unit, _ in _supplied(field, places)}
    total = 0.0
    for unit, place in zip(field.units, places, strict=True):
        value = place.worth_blocked if occupied & place.ahead else place.worth
        if unit.cell in supplied:
            value += SUPPLIED
        total += value if same_side(unit.seat, seat) else -value
    return _with_facilities(total, field, seat)


def _with_facilities(total: float, field: Field, seat: int) -> float:
    """Return a value with that of the facilities added."""
    for thing in field.facilities:
        value = FACILITY[thing.card.effect]
        total += value if same_side(thing.seat, seat) else -value
    return total


def _places(field: Field) -> tuple[list[Place], Mask]:
    """Return each unit's place, and the cells that hold one."""
    places = [_place(field.width, u.code, u.seat % 2, u.cell) for u in field.units]
    occupied = 0
    for place in places:
        occupied |= place.cell
    return places, occupied


@cache
def _place(width: int, code: str, side: int, cell: Cell) -> Place:
    card, depth = CARDS[code], depth_of(side, cell[1])
    if code in RESOURCES:
        worth = 2.0 + 0.7 * card.level
        return Place(bit(cell), 0, worth, worth, None, 0, 0.0, 0, 0, False)
    worth = worth_blocked = 3.0 + 0.6 * card.attack + 0.4 * card.defence + 0.2 * card.anti_tank
    if code not in EMPLACED_TROOPS:
        worth, worth_blocked = worth + PROGRESS[depth], worth + PROGRESS[depth] * BLOCKED
    reach = reach_mask(width, code, side, cell)
    return Place(
        cell=bit(cell),
        ahead=bit((cell[0], cell[1] + forward_of(side))) if depth < FAR_EDGE_DEPTH else 0,
        worth=worth,
        worth_blocked=worth_blocked,
        needs=card.level,
        reach=reach,
        guard=SUPPLIED + GUARD * (reach & _guarded(width, side)).bit_count(),
        attack=card.attack,
        anti_tank=card.anti_tank,
        is_vehicle=code in VEHICLES,
    )


@cache
def _guarded(width: int, side: int) -> Mask:
    """Return the cells a side must guard: its own territory and the front line."""
    return sum(bit(cell) for cell in cells_of(width) if depth_of(side, cell[1]) <= 0)


def _supplied(field: Field, places: list[Place]) -> list[tuple[Unit, Place]]:
    """Return every troop that has the supply to attack, as `supply.is_supplied` tells."""
    reached = [supplied_masks(field.width, own) for own in _sides(field, RESOURCES)]
    helped = {one.seat for one in field.effects if one.effect == SUPPLY}
    return [
        (unit, place)
        for unit, place in zip(field.units, places, strict=True)
        if place.needs is not None
        and (place.cell & reached[unit.seat % 2][place.needs] or unit.seat in helped)
    ]


def _sides(field: Field, codes: frozenset[str]) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Return the units of some cards, by side."""
    found = [unit for unit in field.units if unit.code in codes]
    return tuple([u for u in found if not u.seat % 2]), tuple([u for u in found if u.seat % 2])


def _guns_of(field: Field, places: list[Place]) -> list[Gun]:
    """Return every supplied troop, with its values as `values.attack_value` has them."""
    led = [led_mask(field.width, own) for own in _sides(field, COMMANDERS)]
    guns = []
    for unit, place in _supplied(field, places):
        side = unit.seat % 2
        value = place.attack + (COMMAND_BONUS if led[side] & place.cell else 0)
        if field.effects and place.is_vehicle:
            value += _assault(field, unit.seat)
        against = value + place.anti_tank
        guns.append(Gun(place.reach, value, against, unit.exhausted, side, place.guard))
    return guns


def _assault(field: Field, seat: int) -> int:
    """Return what its assaults add to the attacks of a seat's vehicles."""
    return sum(e.amount for e in field.effects if e.effect == ASSAULT and e.seat == seat)


def _keeps(field: Field, unit: Unit, place: Place, threats: list[Gun]) -> float:
    """Return the share of its value a unit keeps under the enemy's guns."""
    now = later = 0
    for reach, value, against_vehicles, exhausted, _, _ in threats:
        if reach & place.cell:
            hit = against_vehicles if place.is_vehicle else value
            later += hit
            now += 0 if exhausted else hit
    if later <= 0:
        return 1.0
    defence = unit_defence(field, unit)
    if now > defence:
        return KEEPS_WHEN_HIT_NOW
    return KEEPS_WHEN_HIT_LATER if later > defence else 1.0
