"""Sets of cells as bits of an integer, so that thousands of fields can be judged a second. Pure."""

from __future__ import annotations

from functools import cache, lru_cache

from games.rules.death_frontline.catalogue import CARDS, CATALOGUE, EMPLACED_TROOPS
from games.rules.death_frontline.field import (
    AROUND,
    FRONT_ROW,
    Cell,
    Unit,
    cells_beside,
    cells_of,
    range_cells,
)

Mask = int
EVERYWHERE: Mask = -1
HIGHEST_LEVEL = max(card.level for card in CARDS.values())
REMEMBERED = 8192
"""How many groups of resources or commanders are remembered: a match has a few hundred."""


def bit(cell: Cell) -> Mask:
    """Return the mask of one cell."""
    return 1 << (8 * cell[1] + cell[0])


@cache
def reach_mask(width: int, code: str, side: int, cell: Cell) -> Mask:
    """Return the cells of the field that a troop attacks from `cell`; side 0 are the Allies."""
    reach = range_cells(CATALOGUE.ranges[CARDS[code].range], side, cell)
    return sum(bit(near) for near in cells_of(width) if near in reach)


@cache
def reach_after_step(width: int, code: str, side: int, cell: Cell) -> Mask:
    """Return the cells that a troop attacks from `cell` or, if it can move, from one beside it."""
    mask = reach_mask(width, code, side, cell)
    for near in () if code in EMPLACED_TROOPS else cells_beside(width, cell):
        mask |= reach_mask(width, code, side, near)
    return mask


@cache
def supply_mask(width: int, code: str, cell: Cell) -> Mask:
    """Return the cells that a resource in `cell` supplies."""
    x, y = cell
    reach = CARDS[code].reach
    near = [c for c in cells_of(width) if abs(c[0] - x) + abs(c[1] - y) <= reach]
    return sum(bit(c) for c in near)


@lru_cache(REMEMBERED)
def supplied_masks(width: int, resources: tuple[Unit, ...]) -> list[Mask]:
    """Return the cells that have the supply of a side's resources, by the level a troop needs."""
    masks = [EVERYWHERE, *[0] * HIGHEST_LEVEL]
    for unit in resources:
        for level in range(1, CARDS[unit.code].level + 1):
            masks[level] |= supply_mask(width, unit.code, unit.cell)
    return masks


@lru_cache(REMEMBERED)
def led_mask(width: int, commanders: tuple[Unit, ...]) -> Mask:
    """Return the cells around a side's commanders."""
    mask = 0
    for unit in commanders:
        mask |= around_mask(width, unit.cell)
    return mask


@cache
def around_mask(width: int, cell: Cell) -> Mask:
    """Return the cells that a commander in `cell` leads."""
    x, y = cell
    return sum(bit(c) for c in cells_of(width) if (c[0] - x, c[1] - y) in AROUND)


@cache
def beside_mask(width: int, cell: Cell) -> Mask:
    """Return the cells orthogonally next to `cell`."""
    return sum(bit(near) for near in cells_beside(width, cell))


@cache
def front_mask(width: int) -> Mask:
    """Return the front line."""
    return sum(bit((x, FRONT_ROW)) for x in range(1, width + 1))
