"""Determine which troops are supplied, and by what. Pure.

Spec: Death Frontline, 2b: a resource of the troop's side supplies troops of at
most its level within its reach. Levels do not add up.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.death_frontline.cards import SUPPLY
from games.rules.death_frontline.catalogue import CARDS
from games.rules.death_frontline.field import Field, Unit, same_side


def suppliers_of(field: Field, unit: Unit) -> Iterator[Unit]:
    """Yield the resources on the field that supply `unit`, a troop."""
    level = CARDS[unit.code].level
    x, y = unit.cell
    for other in field.resources:
        if same_side(other.seat, unit.seat):
            card = CARDS[other.code]
            far = abs(other.cell[0] - x) + abs(other.cell[1] - y)
            if card.level >= level and far <= card.reach:
                yield other


def is_supplied(field: Field, unit: Unit) -> bool:
    """Tell whether `unit`, a troop, has the supply to attack."""
    if CARDS[unit.code].level == 0:
        return True
    if next(suppliers_of(field, unit), None) is not None:
        return True
    return any(e.effect == SUPPLY and e.seat == unit.seat for e in field.effects)
