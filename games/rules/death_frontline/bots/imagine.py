"""Predict the field after an action, as far as a view allows. Pure.

The result of a legal action on the field depends on nothing hidden, so a bot
may compute it; it can only guess the others' replies.
"""

from __future__ import annotations

from typing import Any

from games.engine.contract import Action
from games.rules.death_frontline.bots.masks import beside_mask, bit
from games.rules.death_frontline.cards import ENGINEER
from games.rules.death_frontline.catalogue import RESOURCES, TROOPS, card_of
from games.rules.death_frontline.entering import Path, enemy_mine, is_deadly
from games.rules.death_frontline.field import (
    Cell,
    Effect,
    Facility,
    Field,
    Unit,
    same_side,
)
from games.rules.death_frontline.values import UNIT, joint_attack, target_defence, unit_defence
from games.rules.death_frontline.verbs.skills import block_of


def cell_of(value: Any) -> Cell:
    """Return an action's `[x, y]` as a cell."""
    return value[0], value[1]


def imagine(field: Field, seat: int, round_number: int, action: Action) -> Field:
    """Return the field after a legal action of `seat`."""
    match action["type"]:
        case "deploy":
            unit = Unit(cell_of(action["to"]), action["card"], seat, False, False, round_number)
            return field.with_units((*field.units, unit))
        case "move":
            return walk(field, *_way(field, action))
        case "build":
            built = Facility(cell_of(action["to"]), action["card"], seat)
            return field.with_facilities((*field.facilities, built))
        case "attack":
            return _attack(field, action)
        case "skill":
            return _skill(field, seat, action)
    return field


def _way(field: Field, action: Action) -> tuple[Unit, Path]:
    """Return the unit that an action moves, and its path."""
    return field.unit_at[cell_of(action["from"])], tuple(map(cell_of, action["path"]))


def walk(field: Field, unit: Unit, path: Path, counts: bool = True) -> Field:
    """Return the field after `unit` went along `path`; `counts` if that was its move."""
    others = tuple(other for other in field.units if other is not unit)
    moved = unit._replace(cell=path[-1], moved=unit.moved or counts)
    mined = {cell for cell in path if enemy_mine(field, unit.seat, cell)}
    facilities = tuple(thing for thing in field.facilities if thing.cell not in mined)
    dies = bool(mined) and not unit.card.has(ENGINEER)
    units = others if dies else (*others, moved)
    return Field(field.width, units, facilities, field.effects)


def _attack(field: Field, action: Action) -> Field:
    cells = {cell_of(cell) for cell in action["from"]}
    target, layer = cell_of(action["target"]), action["layer"]
    attack, defence = joint_attack(field, (field.unit_at[cell] for cell in cells), target, layer)
    after = field.exhausting(cells)
    if attack <= defence:
        return after
    after = without(after, target, layer)
    return advance(after, cell_of(action["advance"]), target) if action["advance"] else after


def advance(field: Field, start: Cell, target: Cell) -> Field:
    """Return the field after the troop in `start` has advanced into `target`."""
    unit = field.unit_at[start]
    dies = is_deadly(field, unit, target)
    others = tuple(other for other in field.units if other is not unit)
    units = others if dies else (*others, unit._replace(cell=target))
    facilities = tuple(
        thing
        for thing in field.facilities
        if thing.cell != target or enemy_mine(field, unit.seat, target) is None
    )
    return Field(field.width, units, facilities, field.effects)


def without(field: Field, cell: Cell, layer: str) -> Field:
    """Return the field without the unit or the facility in `cell`."""
    return field.without_unit(cell) if layer == UNIT else field.without_facility(cell)


def _skill(field: Field, seat: int, action: Action) -> Field:
    card = card_of(action["card"])
    if card.effect == "blitz":
        return walk(field, *_way(field, action), counts=False)
    if "target" not in action:
        return field.with_effect(Effect(card.effect, card.amount, seat))
    cell = cell_of(action["target"])
    if card.effect == "suppress":
        return field.exhausting((cell,))
    if card.effect == "strike":
        beaten = card.amount > target_defence(field, cell, action["layer"])
        return without(field, cell, action["layer"]) if beaten else field
    return _barrage(field, seat, cell, card.amount)


def _barrage(field: Field, seat: int, cell: Cell, amount: int) -> Field:
    block = block_of(cell)
    units = tuple(
        unit
        for unit in field.units
        if unit.cell not in block
        or same_side(unit.seat, seat)
        or amount <= unit_defence(field, unit)
    )
    return field.with_units(units)


def settle_facilities(field: Field) -> Field:
    """Return the field after the end of step 1c, which removes resources beside enemy troops."""
    besieged = [0, 0]
    for unit in field.units:
        if unit.code in TROOPS:
            besieged[1 - unit.seat % 2] |= beside_mask(field.width, unit.cell)
    left = [
        unit
        for unit in field.units
        if unit.code not in RESOURCES or not besieged[unit.seat % 2] & bit(unit.cell)
    ]
    return field if len(left) == len(field.units) else field.with_units(tuple(left))
