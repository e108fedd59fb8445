"""Step 1b: a troop or resource from the hand onto the field. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.actions import require_keys
from games.engine.chance import Chance
from games.engine.contract import Action, IllegalAction
from games.engine.text import gettext_noop
from games.rules.death_frontline.cards import AIRBORNE, RESOURCE, TROOP, Card
from games.rules.death_frontline.catalogue import card_of
from games.rules.death_frontline.course import Course, Verb
from games.rules.death_frontline.entering import is_barred
from games.rules.death_frontline.field import Cell, depth_of
from games.rules.death_frontline.field_events import Deployed
from games.rules.death_frontline.reading import read_card, read_cell, refuse_card
from games.rules.death_frontline.state import State

KINDS = (TROOP, RESOURCE)

NOT_YOUR_GROUND = gettext_noop("%(card)s can only be deployed in your own territory.")
OCCUPIED = gettext_noop("There is already a unit in that cell.")
BARRED = gettext_noop("An anti-tank obstacle keeps %(card)s out of that cell.")


def in_deploy_zone(card: Card, seat: int, cell: Cell) -> bool:
    """Tell whether `card` may be deployed in the row of `cell`."""
    depth = depth_of(seat, cell[1])
    return depth < 0 or (depth == 0 and card.has(AIRBORNE))


def refuse_entry(state: State, card: Card, cell: Cell) -> None:
    """Refuse a cell in which a unit with this face cannot come to stand."""
    if cell in state.field.unit_at:
        raise IllegalAction("occupied", OCCUPIED)
    if is_barred(state.field, card, cell):
        raise refuse_card("barred", BARRED, card.code)


def _choices(state: State, seat: int) -> Iterator[Action]:
    field = state.field
    zones: dict[bool, list[Cell]] = {}
    for code in dict.fromkeys(state.own(seat).hand):
        card = card_of(code)
        if card.kind in KINDS:
            airborne = card.has(AIRBORNE)
            if airborne not in zones:
                zones[airborne] = [cell for cell in field.free if in_deploy_zone(card, seat, cell)]
            for cell in zones[airborne]:
                if not is_barred(field, card, cell):
                    yield {"type": "deploy", "card": code, "to": [*cell]}


def _play(course: Course, seat: int, action: Action, chance: Chance) -> None:
    require_keys(action, ("card", "to"))
    card = read_card(course.state, seat, action, KINDS)
    cell = read_cell(action, "to", course.state.field)
    if not in_deploy_zone(card, seat, cell):
        raise refuse_card("not_your_ground", NOT_YOUR_GROUND, card.code)
    refuse_entry(course.state, card, cell)
    course.add(Deployed(seat, card.code, cell))


DEPLOY = Verb(_choices, _play)
