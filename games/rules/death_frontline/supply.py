"""Who is supplied, and by what. Pure.

Spec: Death Frontline, 2b: a resource of the troop's side with a level at least
the troop's and the troop within its reach. Levels do not add up.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.death_frontline.cards import RESOURCE, SUPPLY
from games.rules.death_frontline.field import Field, Unit, same_side


def suppliers_of(field: Field, unit: Unit) -> Iterator[Unit]:
    """Yield the resources on the field that supply `unit`, a troop."""
    x, y = unit.cell
    for other in field.units:
        card = other.card
        if (
            card.kind == RESOURCE
            and same_side(other.seat, unit.seat)
            and card.level >= unit.card.level
            and abs(other.cell[0] - x) + abs(other.cell[1] - y) <= card.reach
        ):
            yield other


def is_supplied(field: Field, unit: Unit) -> bool:
    """Tell whether `unit`, a troop, may attack as far as supply goes."""
    if unit.card.level == 0:
        return True
    if any(e.effect == SUPPLY and e.seat == unit.seat for e in field.effects):
        return True
    return next(suppliers_of(field, unit), None) is not None
