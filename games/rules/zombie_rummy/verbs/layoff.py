"""Add one weapon card to a set on any table. Source: rules, "Lay" and the layoff."""

from __future__ import annotations

from typing import Final

from games.engine.actions import read_str, require_keys
from games.engine.contract import Action, Event
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.cards import in_order
from games.rules.zombie_rummy.events import CardLaidOff
from games.rules.zombie_rummy.sets import fits, fitting
from games.rules.zombie_rummy.state import State
from games.rules.zombie_rummy.verbs.common import (
    check,
    known_card,
    read_stack,
    refuse,
    require_card,
)

NO_SET_LAID: Final = (
    "no_weapon_set_laid",
    gettext_noop("Lay a weapon set this round before you add to sets."),
)
DOES_NOT_FIT: Final = (
    "does_not_fit",
    gettext_noop("%(card)s doesn’t fit that set. Choose another set or card."),
)


def legal(state: State, seat: int) -> list[Action]:
    """Return every card in the hand with every set that it fits."""
    if not state.has_melded[seat]:
        return []
    faces = dict.fromkeys(state.hands[seat])
    laid = [(stack.id, stack.set) for table in state.tables for stack in table if stack.set]
    wanted = [(number, fitting(one.kind, one.cards)) for number, one in laid]
    return [
        {"type": "layoff", "card": card, "stack": number}
        for number, cards in wanted
        for card in faces
        if card in cards
    ]


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Add the card to the set."""
    require_keys(action, ["card", "stack"])
    card = read_str(action, "card")
    require_card(state, seat, card)
    holder, stack = read_stack(state, action)
    check(None if state.has_melded[seat] else NO_SET_LAID)
    laid = stack.set
    if laid is None or not fits(laid.kind, laid.cards, card):
        raise refuse(DOES_NOT_FIT, card=known_card(card))
    cards = in_order((*laid.cards, card))
    return [CardLaidOff(seat, holder, stack.id, card, laid.kind, cards)]
