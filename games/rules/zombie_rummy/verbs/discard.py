"""Discard, which ends a turn, and apply the last-card rule.

Source: rules, "A turn", 3. `can_lay` asks the other verbs whether the last
card could be laid instead.
"""

from __future__ import annotations

from typing import Final

from games.engine.actions import read_str, require_keys
from games.engine.contract import Action, Event
from games.engine.text import CardRef, gettext_noop
from games.rules.zombie_rummy.events import CardDiscarded
from games.rules.zombie_rummy.state import State
from games.rules.zombie_rummy.verbs.common import check, require_card
from games.rules.zombie_rummy.verbs.laying import can_lay

LAST_CARD: Final = (
    "last_card_can_be_laid",
    gettext_noop("%(card)s is your only card and can be laid, so you can’t discard it."),
)


def _held_back(state: State, seat: int) -> bool:
    """Tell whether the seat's only card must be laid."""
    return len(state.hands[seat]) == 1 and can_lay(state, seat)


def legal(state: State, seat: int) -> list[Action]:
    """Return one discard for each face in the hand."""
    if _held_back(state, seat):
        return []
    return [{"type": "discard", "card": card} for card in dict.fromkeys(state.hands[seat])]


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Discard the card."""
    require_keys(action, ["card"])
    card = read_str(action, "card")
    require_card(state, seat, card)
    check(LAST_CARD if _held_back(state, seat) else None, card=CardRef(card))
    return [CardDiscarded(seat, card)]
