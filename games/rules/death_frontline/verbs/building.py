"""Step 1c: a facility from the hand onto the field, and what the step's end removes. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, IllegalAction
from games.engine.text import gettext_noop
from games.rules.death_frontline.cards import ENGINEER, FACILITY, RESOURCE
from games.rules.death_frontline.catalogue import card_of
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.field import Cell, Field, depth_of, same_side
from games.rules.death_frontline.field_events import Built
from games.rules.death_frontline.reading import read_card, read_cell
from games.rules.death_frontline.state import State

TOO_FAR_FORWARD = gettext_noop("Build in your own territory or on the front line.")
BUILT_UPON = gettext_noop("There is already a facility in that cell.")
ENEMY_STANDS = gettext_noop("An enemy unit stands in that cell.")


def _is_enemy_held(field: Field, seat: int, cell: Cell) -> bool:
    unit = field.unit_at.get(cell)
    return unit is not None and not same_side(unit.seat, seat)


def _choices(state: State, seat: int) -> Iterator[Action]:
    field = state.field
    for code in dict.fromkeys(state.own(seat).hand):
        if card_of(code).kind == FACILITY:
            for cell in field.cells():
                if (
                    depth_of(seat, cell[1]) <= 0
                    and cell not in field.facility_at
                    and not _is_enemy_held(field, seat, cell)
                ):
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
        if unit.card.kind == RESOURCE and _beside_enemy_troop(field, unit.cell, unit.seat):
            course.lose_unit(unit.cell, "overrun")
    for thing in field.facilities:
        if _beside_enemy_troop(field, thing.cell, thing.seat, ENGINEER):
            course.lose_facility(thing.cell, "engineer")


def _beside_enemy_troop(field: Field, cell: Cell, seat: int, ability: str = "") -> bool:
    """Tell whether an enemy troop (with `ability`, if named) stands orthogonally next to it."""
    near = (field.unit_at.get(other) for other in field.beside(cell))
    return any(
        unit.card.is_troop
        and not same_side(unit.seat, seat)
        and (not ability or unit.card.has(ability))
        for unit in near
        if unit
    )


BUILD = Verb(_choices, _play)
