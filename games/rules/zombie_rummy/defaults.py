"""Play for an absent seat: draw, lay what must be laid, discard the least useful card.

Deterministic, using only the seat's own hand and the public table.
Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from games.engine.contract import Action
from games.engine.snapshot import sorted_actions
from games.rules.zombie_rummy.cards import ORDER, WEAPON_OF
from games.rules.zombie_rummy.legal import legal_actions
from games.rules.zombie_rummy.sets import all_sets
from games.rules.zombie_rummy.state import DRAW, State


def default_action(state: State, seat: int) -> Action:
    """Return the absent seat's action."""
    if state.phase == DRAW:
        return {"type": "draw", "from": "deck"}
    legal = sorted_actions(legal_actions(state, seat))
    discards = [action for action in legal if action["type"] == "discard"]
    if discards:
        useful = {card for cards in all_sets(state.hands[seat]) for card in cards}
        return min(discards, key=lambda action: _worth(action["card"], useful))
    # Only a required set, or a last card that must be laid, gets here: avoid nuking oneself.
    return min(legal, key=lambda action: action.get("seat") == seat)


def _worth(card: str, useful: set[str]) -> tuple[bool, bool, int]:
    """Return the sort key for discarding: weapons before the rest, cards in a set last."""
    return card in useful, card not in WEAPON_OF, -ORDER[card]
