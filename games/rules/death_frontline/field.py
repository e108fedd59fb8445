"""The field: its cells, the two sides, and what stands on it.

A `Field` is made of the state or of a view alike (everything on it is open),
so the rules, the bots and the display reckon with the same functions. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from games.rules.death_frontline.cards import Card, Range
from games.rules.death_frontline.catalogue import CATALOGUE, SIDES, card_of

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
    """Return how deep row y is in enemy territory: 0 the front line, below 0 the own."""
    return (y - FRONT_ROW) * forward_of(seat)


def same_side(seat: int, other: int) -> bool:
    """Tell whether two seats are on one side."""
    return seat % 2 == other % 2


def reading_order(cell: Cell) -> Cell:
    """Return the key that sorts cells by y then x."""
    return cell[1], cell[0]


@dataclass(frozen=True, slots=True)
class Unit:
    """A troop or a resource on the field."""

    cell: Cell
    code: str
    seat: int
    exhausted: bool
    moved: bool
    deployed_round: int

    @property
    def card(self) -> Card:
        """Return the unit's face."""
        return card_of(self.code)

    def may_move(self, round_number: int) -> bool:
        """Tell whether the unit has its move of this round left."""
        return not (self.moved or self.deployed_round == round_number or self.card.has("emplaced"))


@dataclass(frozen=True, slots=True)
class Facility:
    """A facility on the field."""

    cell: Cell
    code: str
    seat: int

    @property
    def card(self) -> Card:
        """Return the facility's face."""
        return card_of(self.code)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a skill does until settlement."""

    effect: str
    amount: int
    seat: int


@dataclass(frozen=True)
class Field:
    """What stands where; units and facilities by y then x, effects as played."""

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
    def free(self) -> tuple[Cell, ...]:
        """Return the cells without a unit, by y then x."""
        return tuple(cell for cell in self.cells() if cell not in self.unit_at)

    def holds(self, cell: Cell) -> bool:
        """Tell whether `cell` is on the field."""
        return 1 <= cell[0] <= self.width and 1 <= cell[1] <= ROWS

    def cells(self) -> Iterator[Cell]:
        """Yield every cell by y then x."""
        return ((x, y) for y in range(1, ROWS + 1) for x in range(1, self.width + 1))

    def beside(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells orthogonally next to `cell`."""
        around = ((cell[0] + dx, cell[1] + dy) for dx, dy in ORTHOGONAL)
        return (near for near in around if self.holds(near))

    def has_facility(self, cell: Cell, effect: str) -> Facility | None:
        """Return the facility with `effect` in `cell`, or None."""
        facility = self.facility_at.get(cell)
        return facility if facility and facility.card.effect == effect else None

    def own_units(self, seat: int) -> Iterator[Unit]:
        """Yield the units of one seat."""
        return (unit for unit in self.units if unit.seat == seat)

    def enemy_units(self, seat: int) -> Iterator[Unit]:
        """Yield the units of the other side."""
        return (unit for unit in self.units if not same_side(seat, unit.seat))

    def enemy_facilities(self, seat: int) -> Iterator[Facility]:
        """Yield the facilities of the other side."""
        return (thing for thing in self.facilities if not same_side(seat, thing.seat))


def range_cells(shape: Range, seat: int, cell: Cell) -> frozenset[Cell]:
    """Return the cells that a troop of `seat` in `cell` reaches, also those off the field.

    For the Axis both signs of the range turn round.
    """
    turn = forward_of(seat)
    return frozenset((cell[0] + turn * dx, cell[1] + turn * dy) for dx, dy in shape.cells)


def reach_of(unit: Unit) -> frozenset[Cell]:
    """Return the cells that `unit`, a troop, can attack."""
    return range_cells(CATALOGUE.ranges[unit.card.range], unit.seat, unit.cell)
