"""Step 1c: build a facility from the hand, and remove what the step's end removes. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, IllegalAction
from games.engine.text import gettext_noop
from games.rules.death_frontline.cards import FACILITY
from games.rules.death_frontline.catalogue import ENGINEERS, FACILITIES, RESOURCES, TROOPS
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.field import Cell, Field, cells_of, depth_of, same_side
from games.rules.death_frontline.field_events import Built
from games.rules.death_frontline.reading import read_card, read_cell
from games.rules.death_frontline.state import State

TOO_FAR_FORWARD = gettext_noop("You can only build in your own territory or on the front line.")
BUILT_UPON = gettext_noop("That cell already has a facility. Choose another.")
ENEMY_STANDS = gettext_noop("There’s an enemy unit in that cell. Choose another.")


@cache
def building_ground(width: int, seat: int) -> tuple[Cell, ...]:
    """Return the cells of a seat's own territory and of the front line."""
    return tuple(cell for cell in cells_of(width) if depth_of(seat, cell[1]) <= 0)


def _is_enemy_held(field: Field, seat: int, cell: Cell) -> bool:
    unit = field.unit_at.get(cell)
    return unit is not None and not same_side(unit.seat, seat)


def _choices(state: State, seat: int) -> Iterator[Action]:
    codes = [code for code in dict.fromkeys(state.seats[seat].hand) if code in FACILITIES]
    if not codes:
        return
    field = state.field
    cells = [
        cell
        for cell in building_ground(field.width, seat)
        if cell not in field.facility_at and not _is_enemy_held(field, seat, cell)
    ]
    for code in codes:
        for cell in cells:
            yield {"type": "build", "card": code, "to": [*cell]}


def _play(course: Course, seat: int, action: Action, chance: Chance) -> None:
    require_keys(action, ("card", "to"))
    field = course.state.field
    card = read_card(course.state, seat, action, (FACILITY,))
    cell = read_cell(action, "to", field)
    if depth_of(seat, cell[1]) > 0:
        raise IllegalAction("not_your_ground", TOO_FAR_FORWARD)
    if cell in field.facility_at:
        raise IllegalAction("built_upon", BUILT_UPON)
    if _is_enemy_held(field, seat, cell):
        raise IllegalAction("enemy_stands", ENEMY_STANDS)
    course.add(Built(seat, card.code, cell))


def clear_at_end_of_step(course: Course) -> None:
    """Remove resources beside enemy troops, then facilities beside enemy engineers."""
    field = course.state.field
    for unit in field.units:
        if unit.code in RESOURCES and _is_beside_enemy(field, unit.cell, unit.seat, TROOPS):
            course.lose_unit(unit.cell, "overrun")
    for thing in field.facilities:
        if _is_beside_enemy(field, thing.cell, thing.seat, ENGINEERS):
            course.lose_facility(thing.cell, "engineer")


def _is_beside_enemy(field: Field, cell: Cell, seat: int, codes: frozenset[str]) -> bool:
    """Tell whether an enemy unit with one of these faces is orthogonally next to a cell."""
    near = [field.unit_at.get(other) for other in field.beside(cell)]
    return any(unit and unit.code in codes and not same_side(unit.seat, seat) for unit in near)


BUILD = Verb(_choices, _play)
