"""Place a brain, radio or barricade in front of oneself. Source: rules, "Lay"."""

from __future__ import annotations

from typing import Final

from games.engine.actions import read_str, require_keys
from games.engine.contract import Action, Event
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.cards import BARRICADE, BRAIN, RADIO
from games.rules.zombie_rummy.events import CardPlaced
from games.rules.zombie_rummy.state import State
from games.rules.zombie_rummy.verbs.common import known_card, refuse, require_card

PLACEABLE: Final = (BRAIN, RADIO, BARRICADE)
NOT_PLACEABLE: Final = (
    "not_placeable",
    gettext_noop("You can only place a brain, radio or barricade, not %(card)s."),
)


def legal(state: State, seat: int) -> list[Action]:
    """Return one action for each kind of card that can be placed."""
    hand = state.hands[seat]
    return [{"type": "place", "card": card} for card in PLACEABLE if card in hand]


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Place the card as a new stack."""
    require_keys(action, ["card"])
    card = read_str(action, "card")
    if card not in PLACEABLE:
        raise refuse(NOT_PLACEABLE, card=known_card(card))
    require_card(state, seat, card)
    return [CardPlaced(seat, card, state.stacks_made + 1)]
