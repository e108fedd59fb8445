"""Check entry into cells: obstacles, mines, and the paths a unit may take. Pure.

Spec: Death Frontline, "Entering a cell" and the `move` action.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.rules.death_frontline.cards import MINE, OBSTACLE, Card
from games.rules.death_frontline.catalogue import ENGINEERS, VEHICLES
from games.rules.death_frontline.field import Cell, Facility, Field, Unit, cells_beside, same_side

Path = tuple[Cell, ...]


def barred_cells(field: Field, code: str) -> Collection[Cell]:
    """Return the cells that either side's obstacles close to a unit with this face."""
    if code not in VEHICLES:
        return ()
    return [thing.cell for thing in field.facilities if thing.card.effect == OBSTACLE]


def is_barred(field: Field, card: Card, cell: Cell) -> bool:
    """Tell whether either side's obstacle keeps `card` out of `cell`."""
    return card.code in VEHICLES and field.has_facility(cell, OBSTACLE) is not None


def enemy_mine(field: Field, seat: int, cell: Cell) -> Facility | None:
    """Return the minefield in `cell` that a unit of `seat` would set off, or None."""
    mine = field.has_facility(cell, MINE)
    return mine if mine and not same_side(mine.seat, seat) else None


def is_deadly(field: Field, unit: Unit, cell: Cell) -> bool:
    """Tell whether `unit` is destroyed when it moves or advances into `cell`."""
    return unit.code not in ENGINEERS and enemy_mine(field, unit.seat, cell) is not None


def paths(field: Field, unit: Unit, steps: int) -> Iterator[Path]:
    """Yield every path of up to `steps` orthogonal steps that `unit` may take."""
    return _walks(field, unit, unit.cell, (), steps, barred_cells(field, unit.code))


def _walks(
    field: Field, unit: Unit, here: Cell, so_far: Path, steps: int, barred: Collection[Cell]
) -> Iterator[Path]:
    taken = field.unit_at
    for cell in cells_beside(field.width, here):
        if cell not in taken and cell not in barred:
            path = (*so_far, cell)
            yield path
            if steps > 1 and not is_deadly(field, unit, cell):
                yield from _walks(field, unit, cell, path, steps - 1, barred)
