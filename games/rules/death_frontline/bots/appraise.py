"""Estimate who wins from the field at the end of a round, by weighted terms. Pure.

The estimate is log odds: 0 is even, 1 means 73 %, 3 means 95 %. The weights were fitted by
logistic regression to the ends of matches of bots (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

from games.rules.death_frontline.bots.masks import (
    Mask,
    bit,
    front_mask,
    led_mask,
    reach_after_step,
    reach_mask,
    supplied_masks,
)
from games.rules.death_frontline.cards import (
    ENGINEER,
    FACILITY,
    FAST,
    MINE,
    OBSTACLE,
    RESOURCE,
    SKILL,
    TROOP,
)
from games.rules.death_frontline.catalogue import (
    CARDS,
    COMMANDERS,
    EMPLACED_TROOPS,
    RESOURCES,
    VEHICLES,
)
from games.rules.death_frontline.field import FAR_EDGE_DEPTH, Cell, Field, Unit
from games.rules.death_frontline.values import COMMAND_BONUS, bunker_bonus

SURE = 12.0
"""Log odds of a side whose troop breaks through next, before anybody can attack."""

HELD = {TROOP: 0.23, RESOURCE: 0.19, FACILITY: 0.07, SKILL: 0.34}
"""By kind of card: its worth in hand."""

WEIGHTS: dict[str, float] = {
    "troop": 0.43,
    "attack": 0.03,
    "defence": 0.04,
    "covers front": 0.13,
    "resource 1": 0.02,
    "resource 2": 0.1,
    "resource 3": 0.38,
    "facility": 0.08,
    "emplaced": -0.35,
    "fast": 0.15,
    "depth -3": -0.55,
    "depth -2": -0.38,
    "depth -1": -0.44,
    "depth 0": -0.34,
    "depth 1": -0.25,
    "depth 2": -0.18,
    "depth 3": 2.91,
    "open 0": 0.07,
    "hit 0": -0.03,
    "meets guns 0": 0.07,
    "meets movers 0": -0.03,
    "foremost 0": 0.07,
    "open 1": 0.28,
    "hit 1": -0.13,
    "meets guns 1": -0.38,
    "meets movers 1": 0.24,
    "meets supply 1": 0.07,
    "foremost 1": 0.1,
    "open 2": 0.82,
    "hit 2": -0.35,
    "meets guns 2": -0.12,
    "meets movers 2": 0.05,
    "meets supply 2": 0.2,
    "foremost 2": 0.06,
    "foremost 0, first": 0.06,
    "foremost 1, first": 0.12,
    "foremost 2, first": -0.13,
    "safe 1": 0.11,
    "safe 2": 0.6,
}

RESOURCE_TERMS = {1: "resource 1", 2: "resource 2", 3: "resource 3"}

Gun = tuple[Mask, int, int]
"""The cells that a troop reaches, its attack, and its attack against vehicles."""

Guns = dict[int, list[Gun]]
"""Troops by seat, as only those of one seat attack together."""


class Force:
    """What one side has on the field, side 0 being the Allies."""

    def __init__(self, side: int, field: Field) -> None:
        self.side = side
        self.sign = 1 - 2 * side
        """Also the side's way forward."""
        self.units = [unit for unit in field.units if unit.seat & 1 == side]
        self.troops = [unit for unit in self.units if unit.code not in RESOURCES]
        supply = tuple([unit for unit in self.units if unit.code in RESOURCES])
        self.resources = [CARDS[unit.code].level for unit in supply]
        """The level of each resource."""
        self.supplied_cells = supplied_masks(field.width, supply)
        """By level that a troop needs: the cells that have it."""
        commanders = tuple([unit for unit in self.troops if unit.code in COMMANDERS])
        self.led = led_mask(field.width, commanders)
        """Cells beside a commander."""
        self.guns: Guns = {}
        """Supplied troops, where they stand."""
        self.movers: Guns = {}
        """All troops, after a step."""

    def add(self, troop: Unit) -> None:
        """Add a troop; where a commander leads is only told by forces made anew."""
        self.units.append(troop)
        self.troops.append(troop)

    def remove(self, unit: Unit) -> None:
        """Remove a troop, or a resource that need not be counted any more."""
        self.units.remove(unit)
        if unit.code not in RESOURCES:
            self.troops.remove(unit)

    def supplied(self, unit: Unit) -> bool:
        """Tell whether the side's resources supply a troop."""
        return bool(self.supplied_cells[CARDS[unit.code].level] & bit(unit.cell))


Forces = tuple[Force, Force]
"""The Allies' and the Axis's."""


def forces_of(field: Field) -> Forces:
    """Return both sides' forces."""
    return Force(0, field), Force(1, field)


def chance_of(odds: float) -> float:
    """Return the probability that belongs to log odds."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


def appraise(field: Field, forces: Forces, first: int) -> float:
    """Return the Allies' log odds once a round is over.

    `forces` are those of the field; `first` is the side that is first in the next round.
    """
    counts = terms(field, forces, first)
    odds = sum(WEIGHTS[name] * count for name, count in counts.items() if count)
    edge = {unit.seat % 2 for unit in field.units if _at_edge(unit)}
    if edge:
        winner = first if first in edge else 1 - first
        return SURE * (1 - 2 * winner) + 0.1 * odds
    return odds


def _at_edge(unit: Unit) -> bool:
    """Tell whether a unit is a troop that breaks through with its next move."""
    y = unit.cell[1]
    if y not in (1, 7) or unit.code in RESOURCES or unit.code in EMPLACED_TROOPS:
        return False
    return depth_in(unit) == FAR_EDGE_DEPTH


def depth_in(unit: Unit) -> int:
    """Return a unit's depth in enemy territory."""
    return (unit.cell[1] - 4) * (1 - 2 * (unit.seat & 1))


def terms(field: Field, forces: Forces, first: int) -> dict[str, float]:
    """Return what the field is judged by: each term counts for the Allies minus for the Axis."""
    found = dict.fromkeys(WEIGHTS, 0.0)
    for force in forces:
        _count_resources(field, force, found)
        _count_troops(field, force, found)
    for force, foe in (forces, forces[::-1]):
        _count_runners(field, force, foe, first, found)
    return found


def _count_resources(field: Field, force: Force, found: dict[str, float]) -> None:
    """Count a side's resources and facilities."""
    for level in force.resources:
        found[RESOURCE_TERMS[level]] += force.sign
    for thing in field.facilities:
        if thing.seat & 1 == force.side:
            found["facility"] += force.sign


def _count_troops(field: Field, force: Force, found: dict[str, float]) -> None:
    """Count a side's troops, and list them by seat as guns."""
    width, side, sign = field.width, force.side, force.sign
    front = front_mask(width)
    for unit in force.troops:
        card = CARDS[unit.code]
        attack = card.attack + (COMMAND_BONUS if force.led & bit(unit.cell) else 0)
        found["troop"] += sign
        found["defence"] += sign * card.defence
        against = attack + card.anti_tank
        if force.supplied(unit):
            mask = reach_mask(width, unit.code, side, unit.cell)
            force.guns.setdefault(unit.seat, []).append((mask, attack, against))
            found["attack"] += sign * attack
            found["covers front"] += sign * (mask & front).bit_count()
        mask = reach_after_step(width, unit.code, side, unit.cell)
        force.movers.setdefault(unit.seat, []).append((mask, attack, against))


def _count_runners(
    field: Field, force: Force, foe: Force, first: int, found: dict[str, float]
) -> None:
    """Count a side's troops that can move, by depth and by what stops them."""
    sign = force.sign
    foremost, safest = -1, -1
    for unit in force.troops:
        if unit.code in EMPLACED_TROOPS:
            found["emplaced"] += sign
            continue
        depth = depth_in(unit)
        found[f"depth {depth}"] += sign
        if CARDS[unit.code].has(FAST):
            found["fast"] += sign
        if 0 <= depth < FAR_EDGE_DEPTH:
            foremost = max(foremost, depth)
            if _count_runner(field, unit, depth, sign, foe, found):
                safest = max(safest, depth)
    if foremost >= 0:
        found[f"foremost {foremost}"] += sign
        if force.side == first:
            found[f"foremost {foremost}, first"] += sign
    if safest > 0:
        found[f"safe {safest}"] += sign


def _count_runner(
    field: Field, unit: Unit, depth: int, sign: int, foe: Force, found: dict[str, float]
) -> bool:
    """Count what one troop near or in enemy territory faces; tell whether its way is safe."""
    card, vehicle = CARDS[unit.code], unit.code in VEHICLES
    ahead = (unit.cell[0], unit.cell[1] + sign)
    place = bit(ahead)
    is_open = ahead not in field.unit_at and not _is_shut(field, unit, ahead)
    meets_guns = hits(foe.guns.values(), place, vehicle, card.defence)
    meets_movers = hits(foe.movers.values(), place, vehicle, card.defence)
    here = card.defence + bunker_bonus(field, unit)
    counts = {
        "open": is_open,
        "hit": hits(foe.guns.values(), bit(unit.cell), vehicle, here),
        "meets guns": meets_guns,
        "meets movers": meets_movers,
        "meets supply": depth > 0 and bool(foe.supplied_cells[1] & place),
    }
    for name, counted in counts.items():
        if counted:
            found[f"{name} {depth}"] += sign
    return is_open and not meets_movers


def _is_shut(field: Field, unit: Unit, cell: Cell) -> bool:
    """Tell whether a facility keeps a unit out of a cell, or destroys it there."""
    thing = field.facility_at.get(cell)
    if thing is None:
        return False
    if thing.card.effect == OBSTACLE:
        return unit.code in VEHICLES
    hostile = (thing.seat - unit.seat) % 2 == 1
    return hostile and thing.card.effect == MINE and not CARDS[unit.code].has(ENGINEER)


def hits(groups: Iterable[list[Gun]], place: Mask, vehicle: bool, defence: int) -> bool:
    """Tell whether all guns of one of the seats together destroy a unit in a cell."""
    for guns in groups:
        total = 0
        for mask, value, against in guns:
            if mask & place:
                total += against if vehicle else value
        if total > defence:
            return True
    return False
