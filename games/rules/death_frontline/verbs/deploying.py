"""Step 1b: deploy a troop or resource from the hand onto the field. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, IllegalAction
from games.engine.text import gettext_noop
from games.rules.death_frontline.cards import RESOURCE, TROOP, Card
from games.rules.death_frontline.catalogue import AIRBORNE_TROOPS, RESOURCES, TROOPS
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.entering import barred_cells, is_barred
from games.rules.death_frontline.field import Cell, cells_of, depth_of
from games.rules.death_frontline.field_events import Deployed
from games.rules.death_frontline.reading import read_card, read_cell, refuse_card
from games.rules.death_frontline.state import State

KINDS = (TROOP, RESOURCE)
DEPLOYABLE = TROOPS | RESOURCES

NOT_YOUR_GROUND = gettext_noop("You can only deploy %(card)s in your own territory.")
OCCUPIED = gettext_noop("That cell already has a unit. Choose another.")
BARRED = gettext_noop("An anti-tank obstacle keeps %(card)s out of that cell.")


def refuse_entry(state: State, card: Card, cell: Cell) -> None:
    """Refuse a cell that a unit with this face cannot enter."""
    if cell in state.field.unit_at:
        raise IllegalAction("occupied", OCCUPIED)
    if is_barred(state.field, card, cell):
        raise refuse_card("barred", BARRED, card.code)


@cache
def deploy_zone(width: int, seat: int, airborne: bool) -> tuple[Cell, ...]:
    """Return the cells a seat may deploy to, ignoring what occupies them."""
    deepest = 0 if airborne else -1
    return tuple(cell for cell in cells_of(width) if depth_of(seat, cell[1]) <= deepest)


def _choices(state: State, seat: int) -> Iterator[Action]:
    field = state.field
    taken = field.unit_at
    free: dict[bool, list[Cell]] = {}
    for code in dict.fromkeys(state.seats[seat].hand):
        if code not in DEPLOYABLE:
            continue
        airborne = code in AIRBORNE_TROOPS
        if airborne not in free:
            zone = deploy_zone(field.width, seat, airborne)
            free[airborne] = [cell for cell in zone if cell not in taken]
        barred = barred_cells(field, code)
        for cell in free[airborne]:
            if cell not in barred:
                yield {"type": "deploy", "card": code, "to": [*cell]}


def _play(course: Course, seat: int, action: Action, chance: Chance) -> None:
    require_keys(action, ("card", "to"))
    card = read_card(course.state, seat, action, KINDS)
    cell = read_cell(action, "to", course.state.field)
    if cell not in deploy_zone(course.state.field.width, seat, card.code in AIRBORNE_TROOPS):
        raise refuse_card("not_your_ground", NOT_YOUR_GROUND, card.code)
    refuse_entry(course.state, card, cell)
    course.add(Deployed(seat, card.code, cell))


DEPLOY = Verb(_choices, _play)
