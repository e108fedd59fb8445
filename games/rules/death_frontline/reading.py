"""Read the parts of an action specific to this game: cells, paths, targets. Pure."""

from __future__ import annotations

from typing import Any

from games.engine.actions import bad_value, read_str
from games.engine.contract import Action, IllegalAction
from games.engine.text import CardRef, Phrase, gettext_noop
from games.rules.death_frontline.cards import Card
from games.rules.death_frontline.catalogue import card_of
from games.rules.death_frontline.field import Cell, Field, Unit
from games.rules.death_frontline.state import State
from games.rules.death_frontline.values import LAYERS, UNIT

NOT_IN_HAND = gettext_noop("That card isn’t in your hand.")
WRONG_KIND = gettext_noop("You can’t use %(card)s for this.")
OFF_FIELD = gettext_noop("That cell isn’t on the field.")
NOT_YOURS = gettext_noop("You have no unit there. Choose one of your own.")
NOT_A_TROOP = gettext_noop("%(card)s isn’t a troop. Choose a troop.")
NO_TARGET = gettext_noop("There’s no enemy to hit there. Choose another target.")


def refuse_card(code: str, message: str, card: str) -> IllegalAction:
    """Return a refusal whose sentence names a card the actor knows."""
    return IllegalAction(code, Phrase(message, {"card": CardRef(card)}))


def as_cell(value: Any, key: str) -> Cell:
    """Return `[x, y]` as a cell, refusing anything but two integers."""
    if not isinstance(value, list) or len(value) != 2 or any(type(n) is not int for n in value):
        raise bad_value(key)
    return value[0], value[1]


def read_cell(action: Action, key: str, field: Field) -> Cell:
    """Return the cell at `key`, refusing one that is off the field."""
    cell = as_cell(action[key], key)
    if not field.holds(cell):
        raise IllegalAction("off_field", OFF_FIELD)
    return cell


def read_cells(action: Action, key: str) -> tuple[Cell, ...]:
    """Return the list of cells at `key`, refusing an empty one."""
    value = action[key]
    if not isinstance(value, list) or not value:
        raise bad_value(key)
    return tuple(as_cell(item, key) for item in value)


def read_card(state: State, seat: int, action: Action, kinds: tuple[str, ...]) -> Card:
    """Return the card of one of `kinds` that the action plays from the seat's hand."""
    code = read_str(action, "card")
    if code not in state.own(seat).hand:
        raise IllegalAction("not_in_hand", NOT_IN_HAND)
    card = card_of(code)
    if card.kind not in kinds:
        raise refuse_card("wrong_kind", WRONG_KIND, code)
    return card


def read_own_unit(state: State, seat: int, cell: Cell, troop: bool = False) -> Unit:
    """Return the seat's own unit in `cell`, refusing another's (or, with `troop`, a non-troop)."""
    unit = state.field.unit_at.get(cell)
    if unit is None or unit.seat != seat:
        raise IllegalAction("not_yours", NOT_YOURS)
    if troop and not unit.card.is_troop:
        raise refuse_card("not_a_troop", NOT_A_TROOP, unit.code)
    return unit


def read_target(state: State, seat: int, action: Action) -> tuple[Cell, str]:
    """Return (cell, layer) of the enemy unit or facility that the action names."""
    cell = read_cell(action, "target", state.field)
    layer = read_str(action, "layer")
    if layer not in LAYERS:
        raise bad_value("layer")
    field = state.field
    enemies = field.enemy_units(seat) if layer == UNIT else field.enemy_facilities(seat)
    if cell not in {enemy.cell for enemy in enemies}:
        raise IllegalAction("no_target", NO_TARGET)
    return cell, layer
