"""Entering a cell: obstacles, mines, and the paths a unit may take. Pure.

Spec: Death Frontline, "Entering a cell" and the `move` action.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.death_frontline.cards import ENGINEER, MINE, OBSTACLE, VEHICLE, Card
from games.rules.death_frontline.field import Cell, Facility, Field, Unit, same_side

Path = tuple[Cell, ...]


def is_barred(field: Field, card: Card, cell: Cell) -> bool:
    """Tell whether an obstacle of either side keeps `card` out of `cell`."""
    return card.has(VEHICLE) and field.has_facility(cell, OBSTACLE) is not None


def enemy_mine(field: Field, seat: int, cell: Cell) -> Facility | None:
    """Return the minefield in `cell` that a unit of `seat` would set off, or None."""
    mine = field.has_facility(cell, MINE)
    return mine if mine and not same_side(mine.seat, seat) else None


def is_deadly(field: Field, unit: Unit, cell: Cell) -> bool:
    """Tell whether `unit` is destroyed when it moves or advances into `cell`."""
    return not unit.card.has(ENGINEER) and enemy_mine(field, unit.seat, cell) is not None


def can_stand(field: Field, card: Card, cell: Cell) -> bool:
    """Tell whether a unit with this face can come to stand in `cell`."""
    return field.holds(cell) and cell not in field.unit_at and not is_barred(field, card, cell)


def paths(
    field: Field, unit: Unit, steps: int, start: Cell | None = None, so_far: Path = ()
) -> Iterator[Path]:
    """Yield every path of up to `steps` orthogonal steps that `unit` may take."""
    for cell in field.beside(start or unit.cell):
        if can_stand(field, unit.card, cell):
            path = (*so_far, cell)
            yield path
            if steps > 1 and not is_deadly(field, unit, cell):
                yield from paths(field, unit, steps - 1, cell, path)
