"""The field as a viewer sees it: rows of cells, and what choosing a unit shows. Pure."""

from __future__ import annotations

from functools import lru_cache

from games.engine.contract import JsonObject
from games.engine.plain import plain_text
from games.rules.death_frontline.cards import RESOURCE
from games.rules.death_frontline.display.faces import face_of
from games.rules.death_frontline.field import (
    ROWS,
    Cell,
    Field,
    Unit,
    depth_of,
    reach_of,
    same_side,
)
from games.rules.death_frontline.field_events import cell_name
from games.rules.death_frontline.supply import is_supplied, suppliers_of
from games.rules.death_frontline.values import attack_value, unit_defence

KEPT = 256


def key_of(cell: Cell) -> str:
    """Return a cell as the page's script writes it, "x,y"."""
    return f"{cell[0]},{cell[1]}"


@lru_cache(maxsize=KEPT)
def columns_of(field: Field, bottom: int) -> list[str]:
    """Return the column letters from left to right, for the side of `bottom` below."""
    return [cell_name((x, 1))[0] for x in _xs(field, bottom)]


@lru_cache(maxsize=KEPT)
def rows_of(field: Field, bottom: int, round_number: int) -> list[JsonObject]:
    """Return the rows from top to bottom, with the side of `bottom` at the bottom.

    A field that nobody touched is looked at once, however many see it: to be read only.
    """
    ys = range(ROWS, 0, -1) if bottom % 2 == 0 else range(1, ROWS + 1)
    return [
        {
            "y": y,
            "zone": zone_of(bottom, y),
            "cells": [_cell(field, bottom, (x, y), round_number) for x in _xs(field, bottom)],
        }
        for y in ys
    ]


def _xs(field: Field, bottom: int) -> range:
    return range(1, field.width + 1) if bottom % 2 == 0 else range(field.width, 0, -1)


def zone_of(bottom: int, y: int) -> str:
    """Return whose row y is, as the side of `bottom` sees it."""
    depth = depth_of(bottom, y)
    return "front" if depth == 0 else "enemy" if depth > 0 else "own"


def relation_of(bottom: int, seat: int) -> str:
    """Return what a seat is to the side at the bottom: own, partner or enemy."""
    if seat == bottom:
        return "own"
    return "partner" if same_side(bottom, seat) else "enemy"


def _cell(field: Field, bottom: int, cell: Cell, round_number: int) -> JsonObject:
    unit, facility = field.unit_at.get(cell), field.facility_at.get(cell)
    return {
        "x": cell[0],
        "y": cell[1],
        "name": cell_name(cell),
        "zone": zone_of(bottom, cell[1]),
        "unit": _unit(field, bottom, unit, round_number) if unit else None,
        "facility": {
            "face": face_of(facility.code),
            "seat": facility.seat,
            "side": relation_of(bottom, facility.seat),
        }
        if facility
        else None,
    }


def _unit(field: Field, bottom: int, unit: Unit, round_number: int) -> JsonObject:
    troop = unit.card.is_troop
    attack = attack_value(field, unit, against_vehicle=False) if troop else None
    defence = unit_defence(field, unit)
    return {
        "face": face_of(unit.code),
        "seat": unit.seat,
        "side": relation_of(bottom, unit.seat),
        "is_troop": troop,
        "attack": attack,
        "defence": defence,
        "raised": troop and attack != unit.card.attack,
        "braced": defence != unit.card.defence,
        "exhausted": unit.exhausted,
        "state": "exhausted" if unit.exhausted else "",
        "moved": unit.moved,
        "fresh": unit.deployed_round == round_number,
        "unsupplied": troop and not is_supplied(field, unit),
    }


@lru_cache(maxsize=KEPT)
def info_of(field: Field) -> str:
    """Return, by cell, what each unit reaches, who supplies it, or whom it can supply: as JSON."""
    return plain_text({key_of(unit.cell): _info(field, unit) for unit in field.units})


def _info(field: Field, unit: Unit) -> JsonObject:
    if unit.card.kind == RESOURCE:
        x, y = unit.cell
        covered = (
            cell for cell in field.cells() if abs(cell[0] - x) + abs(cell[1] - y) <= unit.card.reach
        )
        return {"covers": [key_of(cell) for cell in covered]}
    return {
        "reach": [key_of(cell) for cell in sorted(reach_of(unit)) if field.holds(cell)],
        "suppliers": [key_of(other.cell) for other in suppliers_of(field, unit)],
    }
