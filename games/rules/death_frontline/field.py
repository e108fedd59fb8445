"""Model the field: its cells, the two sides, and everything on it.

A `Field` can be built from the state or from a view (everything on it is public),
so the rules, the bots and the display share the same functions. Pure.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple, TypeVar

from games.rules.death_frontline.cards import Card, Range
from games.rules.death_frontline.catalogue import (
    CARDS,
    CATALOGUE,
    COMMANDERS,
    EMPLACED_TROOPS,
    RESOURCES,
    SIDES,
)

Cell = tuple[int, int]

ROWS = 7
FRONT_ROW = 4
FAR_EDGE_DEPTH = 3
ORTHOGONAL = ((0, -1), (-1, 0), (1, 0), (0, 1))
AROUND = CATALOGUE.ranges["around1"].cells


def side_of(seat: int) -> str:
    """Return the side of a seat: even seats are the Allies, odd ones the Axis."""
    return SIDES[seat % 2]


def forward_of(seat: int) -> int:
    """Return the step in y that leads a seat's units forwards."""
    return 1 if seat % 2 == 0 else -1


def depth_of(seat: int, y: int) -> int:
    """Return row y's depth in enemy territory: 0 on the front line, negative on one's own side."""
    return (y - FRONT_ROW) * forward_of(seat)


def same_side(seat: int, other: int) -> bool:
    """Tell whether two seats are on the same side."""
    return seat % 2 == other % 2


def reading_order(cell: Cell) -> Cell:
    """Return the key that sorts cells by y then x."""
    return cell[1], cell[0]


@cache
def cells_of(width: int) -> tuple[Cell, ...]:
    """Return every cell of a field by y then x."""
    return tuple((x, y) for y in range(1, ROWS + 1) for x in range(1, width + 1))


@cache
def cells_beside(width: int, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells of a field orthogonally next to `cell`."""
    x, y = cell
    around = [(x + dx, y + dy) for dx, dy in ORTHOGONAL]
    return tuple(near for near in around if near in cells_of(width))


class Unit(NamedTuple):
    """A troop or a resource on the field."""

    cell: Cell
    code: str
    seat: int
    exhausted: bool
    moved: bool
    deployed_round: int

    @property
    def card(self) -> Card:
        """Return the unit's card."""
        return CARDS[self.code]

    def may_move(self, round_number: int) -> bool:
        """Tell whether the unit still has its move this round."""
        if self.moved or self.deployed_round == round_number:
            return False
        return self.code not in EMPLACED_TROOPS


class Facility(NamedTuple):
    """A facility on the field."""

    cell: Cell
    code: str
    seat: int

    @property
    def card(self) -> Card:
        """Return the facility's card."""
        return CARDS[self.code]


class Effect(NamedTuple):
    """A skill's effect, in force until settlement."""

    effect: str
    amount: int
    seat: int


Thing = TypeVar("Thing", bound=Unit | Facility)


@dataclass(frozen=True)
class Field:
    """Everything on the field; units and facilities by y then x, effects in play order."""

    width: int
    units: tuple[Unit, ...] = ()
    facilities: tuple[Facility, ...] = ()
    effects: tuple[Effect, ...] = ()

    @cached_property
    def unit_at(self) -> dict[Cell, Unit]:
        """Return the units by cell."""
        return {unit.cell: unit for unit in self.units}

    @cached_property
    def facility_at(self) -> dict[Cell, Facility]:
        """Return the facilities by cell."""
        return {facility.cell: facility for facility in self.facilities}

    @cached_property
    def resources(self) -> tuple[Unit, ...]:
        """Return the units of either side that supply troops."""
        return tuple([unit for unit in self.units if unit.code in RESOURCES])

    @cached_property
    def commanders(self) -> tuple[Unit, ...]:
        """Return the units of either side that lead those around them."""
        return tuple([unit for unit in self.units if unit.code in COMMANDERS])

    def holds(self, cell: Cell) -> bool:
        """Tell whether `cell` is on the field."""
        return 1 <= cell[0] <= self.width and 1 <= cell[1] <= ROWS

    def cells(self) -> tuple[Cell, ...]:
        """Return every cell by y then x."""
        return cells_of(self.width)

    def beside(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells orthogonally next to `cell`."""
        return cells_beside(self.width, cell)

    def has_facility(self, cell: Cell, effect: str) -> Facility | None:
        """Return the facility with `effect` in `cell`, or None."""
        facility = self.facility_at.get(cell)
        return facility if facility and facility.card.effect == effect else None

    def own_units(self, seat: int) -> list[Unit]:
        """Return the units of one seat."""
        return [unit for unit in self.units if unit.seat == seat]

    def enemy_units(self, seat: int) -> list[Unit]:
        """Return the units of the other side."""
        return [unit for unit in self.units if (unit.seat - seat) % 2]

    def enemy_facilities(self, seat: int) -> list[Facility]:
        """Return the facilities of the other side."""
        return [thing for thing in self.facilities if (thing.seat - seat) % 2]

    def with_units(self, units: tuple[Unit, ...]) -> Field:
        """Return the field with other units on it."""
        return Field(self.width, units, self.facilities, self.effects)

    def with_unit(self, unit: Unit) -> Field:
        """Return the field with one more unit."""
        return self.with_units(_put(self.units, unit))

    def without_unit(self, cell: Cell) -> Field:
        """Return the field without the unit in `cell`."""
        return self.with_units(tuple([unit for unit in self.units if unit.cell != cell]))

    def exhausting(self, cells: Collection[Cell]) -> Field:
        """Return the field with the units in these cells exhausted."""
        return self.with_units(
            tuple(
                unit._replace(exhausted=True) if unit.cell in cells else unit for unit in self.units
            )
        )

    def rested(self) -> Field:
        """Return the field as a round begins: no unit exhausted or moved, no effects."""
        units = tuple(unit._replace(exhausted=False, moved=False) for unit in self.units)
        return Field(self.width, units, self.facilities)

    def with_facilities(self, facilities: tuple[Facility, ...]) -> Field:
        """Return the field with other facilities on it."""
        return Field(self.width, self.units, facilities, self.effects)

    def with_facility(self, facility: Facility) -> Field:
        """Return the field with one more facility."""
        return self.with_facilities(_put(self.facilities, facility))

    def without_facility(self, cell: Cell) -> Field:
        """Return the field without the facility in `cell`."""
        return self.with_facilities(tuple([one for one in self.facilities if one.cell != cell]))

    def with_effect(self, effect: Effect) -> Field:
        """Return the field with one more effect."""
        return Field(self.width, self.units, self.facilities, (*self.effects, effect))


def _put(things: tuple[Thing, ...], thing: Thing) -> tuple[Thing, ...]:
    """Return the units or facilities with one added, by y then x."""
    place = bisect(things, reading_order(thing.cell), key=lambda other: reading_order(other.cell))
    return (*things[:place], thing, *things[place:])


def range_cells(shape: Range, seat: int, cell: Cell) -> frozenset[Cell]:
    """Return the cells that a troop of `seat` in `cell` reaches, even off the field.

    For the Axis both coordinates of the range are negated.
    """
    turn = forward_of(seat)
    return frozenset((cell[0] + turn * dx, cell[1] + turn * dy) for dx, dy in shape.cells)


def reach_of(unit: Unit) -> frozenset[Cell]:
    """Return the cells that `unit`, a troop, can attack."""
    return _reach(unit.code, unit.seat % 2, unit.cell)


@cache
def _reach(code: str, side: int, cell: Cell) -> frozenset[Cell]:
    return range_cells(CATALOGUE.ranges[CARDS[code].range], side, cell)
