"""Move a unit along a path: step 1b's move, and what a blitz shares with it. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, IllegalAction
from games.engine.text import gettext_noop
from games.rules.death_frontline.cards import EMPLACED, FAST, Card
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.entering import Path, enemy_mine, is_deadly, paths
from games.rules.death_frontline.field import Cell, Field, Unit
from games.rules.death_frontline.field_events import Moved
from games.rules.death_frontline.reading import (
    OFF_FIELD,
    read_cell,
    read_cells,
    read_own_unit,
    refuse_card,
)
from games.rules.death_frontline.state import State
from games.rules.death_frontline.verbs.deploying import refuse_entry

STEPS = 1
FAST_STEPS = 2

EMPLACED_STAYS = gettext_noop("%(card)s is emplaced and can’t move.")
JUST_DEPLOYED = gettext_noop("%(card)s was deployed this round and can’t move until the next.")
HAS_MOVED = gettext_noop("%(card)s has already moved this round.")
TOO_FAR = gettext_noop("%(card)s can’t go that far.")
NOT_NEXT = gettext_noop("Each step goes to an adjacent cell, not diagonally.")
MINE_STOPS = gettext_noop("%(card)s wouldn’t survive the minefield on the way.")


def steps_of(card: Card) -> int:
    """Return the maximum number of steps in a move of `card`."""
    return FAST_STEPS if card.has(FAST) else STEPS


def refuse_path(state: State, unit: Unit, path: Path, steps: int) -> None:
    """Refuse a path that `unit` cannot take within `steps` steps."""
    field = state.field
    if len(path) > steps:
        raise refuse_card("too_far", TOO_FAR, unit.code)
    here: Cell = unit.cell
    for number, cell in enumerate(path):
        if not field.holds(cell):
            raise IllegalAction("off_field", OFF_FIELD)
        if abs(cell[0] - here[0]) + abs(cell[1] - here[1]) != 1:
            raise IllegalAction("not_next", NOT_NEXT)
        refuse_entry(state, unit.card, cell)
        if number < len(path) - 1 and is_deadly(field, unit, cell):
            raise refuse_card("mine_stops", MINE_STOPS, unit.code)
        here = cell


def enter_mines(course: Course, before: Field, unit: Unit, path: Path) -> None:
    """Set off the enemy mines on `path`; `before` is the field before `unit` moved."""
    for cell in path:
        if enemy_mine(before, unit.seat, cell):
            if is_deadly(before, unit, cell):
                course.lose_unit(cell, "mine")
            course.lose_facility(cell, "mine_used")


def go(course: Course, unit: Unit, path: Path, counts: bool) -> None:
    """Move `unit` along a path that has passed `refuse_path`."""
    before = course.state.field
    course.add(Moved(unit.seat, unit.code, unit.cell, path, counts))
    enter_mines(course, before, unit, path)


def _choices(state: State, seat: int) -> Iterator[Action]:
    field, this_round = state.field, state.round
    for unit in field.units:
        if unit.seat == seat and unit.may_move(this_round):
            for path in paths(field, unit, steps_of(unit.card)):
                yield {"type": "move", "from": [*unit.cell], "path": [[*cell] for cell in path]}


def _play(course: Course, seat: int, action: Action, chance: Chance) -> None:
    require_keys(action, ("from", "path"))
    state = course.state
    unit = read_own_unit(state, seat, read_cell(action, "from", state.field))
    path = read_cells(action, "path")
    refuse_unit(state, unit)
    refuse_path(state, unit, path, steps_of(unit.card))
    go(course, unit, path, counts=True)


def refuse_unit(state: State, unit: Unit) -> None:
    """Refuse a unit that has no move left this round."""
    if unit.card.has(EMPLACED):
        raise refuse_card("emplaced", EMPLACED_STAYS, unit.code)
    if unit.deployed_round == state.round:
        raise refuse_card("just_deployed", JUST_DEPLOYED, unit.code)
    if unit.moved:
        raise refuse_card("has_moved", HAS_MOVED, unit.code)


MOVE = Verb(_choices, _play)
