"""Describe the field for a viewer: its cells, and what selecting a unit shows. Pure.

A cell is {"x", "y", "name" ("C4"), "zone" (own, front or enemy), "unit", "facility"}; a unit
{"face", "seat", "side", "owner", "attack", "defence", "raised", "braced", "exhausted", "state",
"moved", "fresh", "unsupplied", "is_troop"}: attack and defence are the current values, bonuses
included. A facility is {"face", "seat", "side", "owner"}. `side` is own, partner or enemy.

`OpenToAll.info` is JSON text for the page's script: by cell "x,y", what selecting its unit shows to
anybody: {"reach", "suppliers"} of a troop, {"covers"} of a resource: lists of cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.contract import JsonObject
from games.engine.plain import plain_text
from games.engine.showing import Region
from games.rules.death_frontline.cards import RESOURCE
from games.rules.death_frontline.catalogue import SIDES
from games.rules.death_frontline.display.faces import face_of
from games.rules.death_frontline.ending import area_of
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


def columns_of(field: Field, bottom: int) -> list[str]:
    """Return the column letters from left to right, with the side of `bottom` at the bottom."""
    return [cell_name((x, 1))[0] for x in _xs(field, bottom)]


def cells_of(field: Field, bottom: int) -> list[str]:
    """Return the cells' region ids by row from the top, with the side of `bottom` below."""
    return [f"cell-{x}-{y}" for y in _ys(bottom) for x in _xs(field, bottom)]


@lru_cache(maxsize=KEPT)
def cells_shown(
    field: Field, bottom: int, round_number: int, names: tuple[str, ...]
) -> tuple[Region, ...]:
    """Return the cells as the side of `bottom` sees them; `names` are the seats' names.

    Cached per field, so an unchanged field is computed once for all viewers.
    """
    seen = open_to_all(field, round_number)
    return tuple(
        Region(
            f"cell-{x}-{y}",
            "games/death_frontline/_cell.jinja",
            _cell(seen, bottom, (x, y), names),
        )
        for y in _ys(bottom)
        for x in _xs(field, bottom)
    )


def _ys(bottom: int) -> range:
    return range(ROWS, 0, -1) if bottom % 2 == 0 else range(1, ROWS + 1)


def _xs(field: Field, bottom: int) -> range:
    return range(1, field.width + 1) if bottom % 2 == 0 else range(field.width, 0, -1)


def zone_of(bottom: int, y: int) -> str:
    """Return the zone of row y, as the side of `bottom` sees it."""
    depth = depth_of(bottom, y)
    return "front" if depth == 0 else "enemy" if depth > 0 else "own"


def relation_of(bottom: int, seat: int) -> str:
    """Return a seat's relation to the side at the bottom: own, partner or enemy."""
    if seat == bottom:
        return "own"
    return "partner" if same_side(bottom, seat) else "enemy"


def _cell(seen: OpenToAll, bottom: int, cell: Cell, names: Sequence[str]) -> JsonObject:
    unit, facility = seen.units.get(cell), seen.facilities.get(cell)
    return {
        "x": cell[0],
        "y": cell[1],
        "name": cell_name(cell),
        "zone": zone_of(bottom, cell[1]),
        "unit": unit and {**unit, **_whose(bottom, unit["seat"], names)},
        "facility": facility and {**facility, **_whose(bottom, facility["seat"], names)},
    }


def _whose(bottom: int, seat: int, names: Sequence[str]) -> JsonObject:
    return {"side": relation_of(bottom, seat), "owner": names[seat]}


class OpenToAll(NamedTuple):
    """The field's data common to all viewers: units and facilities by cell; `info`, `areas`."""

    units: dict[Cell, JsonObject]
    facilities: dict[Cell, JsonObject]
    info: str
    areas: dict[str, int]


@lru_cache(maxsize=KEPT)
def open_to_all(field: Field, round_number: int) -> OpenToAll:
    """Return a field's common data in a round. Cached: do not modify the result."""
    return OpenToAll(
        {unit.cell: _unit(field, unit, round_number) for unit in field.units},
        {one.cell: {"face": face_of(one.code), "seat": one.seat} for one in field.facilities},
        plain_text({key_of(unit.cell): _info(field, unit) for unit in field.units}),
        {side: area_of(field, side) for side in SIDES},
    )


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
