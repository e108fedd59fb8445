"""Step 1b: a troop leaves the field behind the enemy's far edge, and its side wins. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action
from games.engine.text import gettext_noop
from games.rules.death_frontline.catalogue import TROOPS
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.ending import end_match
from games.rules.death_frontline.field import FAR_EDGE_DEPTH, Cell, cells_of, depth_of, side_of
from games.rules.death_frontline.field_events import BrokeThrough
from games.rules.death_frontline.reading import read_cell, read_own_unit, refuse_card
from games.rules.death_frontline.state import State
from games.rules.death_frontline.verbs.moving import refuse_unit

NOT_AT_EDGE = gettext_noop("%(card)s must reach the enemy’s far edge before it can break through.")


@cache
def far_edge(width: int, seat: int) -> tuple[Cell, ...]:
    """Return the cells from which a seat's troops leave the field, by x."""
    return tuple(cell for cell in cells_of(width) if depth_of(seat, cell[1]) == FAR_EDGE_DEPTH)


def _choices(state: State, seat: int) -> Iterator[Action]:
    field = state.field
    for cell in far_edge(field.width, seat):
        unit = field.unit_at.get(cell)
        if unit and unit.seat == seat and unit.code in TROOPS and state.movable(unit):
            yield {"type": "breakthrough", "from": [*cell]}


def _play(course: Course, seat: int, action: Action, chance: Chance) -> None:
    require_keys(action, ("from",))
    state = course.state
    unit = read_own_unit(state, seat, read_cell(action, "from", state.field), troop=True)
    if unit.cell not in far_edge(state.field.width, seat):
        raise refuse_card("not_at_edge", NOT_AT_EDGE, unit.code)
    refuse_unit(state, unit)
    course.add(BrokeThrough(seat, unit.code, unit.cell))
    end_match(course, "breakthrough", side_of(seat))


BREAK_THROUGH = Verb(_choices, _play)
