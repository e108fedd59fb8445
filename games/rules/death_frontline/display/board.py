"""Describe the field, and what selecting a unit shows. Pure.

All of it is the same for everybody: the style sheet tells own from enemy by the sides' names.

A cell is {"x", "y", "name" ("C4"), "land" (a side or front), "unit", "facility"}; a unit {"face",
"seat", "side", "owner", "attack", "defence", "raised", "braced", "exhausted", "state", "moved",
"fresh", "unsupplied", "is_troop"}: attack and defence are the current values, bonuses included. A
facility is {"face", "seat", "side", "owner"}. A side is allies or axis.

`info_of` is JSON text for the page's script: by cell "x,y", what selecting its unit shows:
{"reach", "suppliers"} of a troop, {"covers"} of a resource: lists of cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.engine.contract import JsonObject
from games.engine.plain import plain_text
from games.engine.showing import Region
from games.rules.death_frontline.cards import RESOURCE
from games.rules.death_frontline.catalogue import SIDES
from games.rules.death_frontline.display.faces import face_of
from games.rules.death_frontline.ending import area_of
from games.rules.death_frontline.field import (
    FAR_EDGE_DEPTH,
    ROWS,
    Cell,
    Field,
    Unit,
    depth_of,
    reach_of,
)
from games.rules.death_frontline.field_events import cell_name
from games.rules.death_frontline.supply import is_supplied, suppliers_of
from games.rules.death_frontline.values import attack_value, unit_defence
from games.rules.death_frontline.view import field_of

KEPT = 256


def key_of(cell: Cell) -> str:
    """Return a cell as the page's script writes it, "x,y"."""
    return f"{cell[0]},{cell[1]}"


def columns_of(field: Field, bottom: int) -> list[str]:
    """Return the column letters from left to right, with the side of `bottom` at the bottom."""
    return [cell_name((x, 1))[0] for x in _xs(field, bottom)]


def cells_of(field: Field, bottom: int) -> list[str]:
    """Return the cells' region ids by row from the top, with the side of `bottom` below."""
    return [f"cell-{x}-{y}" for y in _ys(bottom) for x in _xs(field, bottom)]


@lru_cache(maxsize=KEPT)
def cells_shown(
    field: Field, round_number: int, names: tuple[str, ...], through: Cell | None = None
) -> tuple[Region, ...]:
    """Return the cells' regions in a round; `names` are the seats' names.

    `through` is the cell of a breakthrough.

    Cached per field, so an unchanged field is computed once for all viewers.
    """
    units = {unit.cell: _unit(field, unit, round_number) for unit in field.units}
    built = {one.cell: {"face": face_of(one.code), "seat": one.seat} for one in field.facilities}
    return tuple(
        Region(
            f"cell-{x}-{y}",
            "games/death_frontline/_cell.jinja",
            {
                "x": x,
                "y": y,
                "name": cell_name((x, y)),
                "land": _land(y),
                "unit": _owned(units.get((x, y)), names),
                "facility": _owned(built.get((x, y)), names),
                "through": (x, y) == through,
            },
        )
        for x, y in field.cells()
    )


def field_at_end(field: Field, through: JsonObject | None) -> tuple[Field, Cell | None]:
    """Return the field as an ended match shows it, and the cell by which a unit broke through.

    The unit has left the field, but is still drawn where it was last (`story.recap`).
    """
    if through is None:
        return field, None
    x, y = through["cell"]
    left = Unit((x, y), through["card"], through["seat"], False, False, 0)
    return field.with_unit(left), (x, y)


def _owned(thing: JsonObject | None, names: Sequence[str]) -> JsonObject | None:
    """Return a unit or facility with its side and its owner's name."""
    if thing is None:
        return None
    return {**thing, "side": side_of(thing["seat"]), "owner": names[thing["seat"]]}


def side_of(seat: int) -> str:
    """Return a seat's side."""
    return SIDES[seat % 2]


def _land(y: int) -> str:
    """Return whose territory row y is, or front."""
    depth = depth_of(0, y)
    return "front" if depth == 0 else SIDES[depth > 0]


def _ys(bottom: int) -> range:
    return range(ROWS, 0, -1) if bottom % 2 == 0 else range(1, ROWS + 1)


def _xs(field: Field, bottom: int) -> range:
    return range(1, field.width + 1) if bottom % 2 == 0 else range(field.width, 0, -1)


@lru_cache(maxsize=KEPT)
def areas_of(field: Field) -> dict[str, int]:
    """Return how many cells each side holds in enemy territory. Cached: do not modify."""
    return {side: area_of(field, side) for side in SIDES}


@lru_cache(maxsize=KEPT)
def runs_of(field: Field) -> list[JsonObject]:
    """Return how far each side is from a breakthrough, in cells: {"side", "left", "cells"}.

    `left` is None without troops; `cells` are the region ids of the troops that are nearest, the
    cell beyond the far edge counted. Cached: do not modify.
    """
    return [_run(field, side) for side in SIDES]


def _run(field: Field, side: str) -> JsonObject:
    ways = {
        unit.cell: FAR_EDGE_DEPTH - depth_of(unit.seat, unit.cell[1]) + 1
        for unit in field.units
        if unit.card.is_troop and side_of(unit.seat) == side
    }
    left = min(ways.values(), default=None)
    return {
        "side": side,
        "left": left,
        "cells": [f"cell-{x}-{y}" for (x, y), way in ways.items() if way == left],
    }


def closeness(view: JsonObject) -> float:
    """Return how level the sides are: 1 if both are as far from a breakthrough, else less."""
    far = ROWS + 1
    ways = [far if run["left"] is None else run["left"] for run in runs_of(field_of(view["state"]))]
    return float(1 - abs(ways[0] - ways[1]) / far)


@lru_cache(maxsize=KEPT)
def info_of(field: Field) -> str:
    """Return as JSON text what selecting a unit shows to anybody."""
    return plain_text({key_of(unit.cell): _info(field, unit) for unit in field.units})


def _unit(field: Field, unit: Unit, round_number: int) -> JsonObject:
    troop = unit.card.is_troop
    attack = attack_value(field, unit, against_vehicle=False) if troop else None
    defence = unit_defence(field, unit)
    return {
        "face": face_of(unit.code),
        "seat": unit.seat,
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
