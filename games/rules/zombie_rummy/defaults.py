"""What an absent seat does: draw, lay what must be laid, discard the least useful card.

Deterministic, and from the seat's own hand and the open table alone.
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
    # Only a set that must be laid, or a last card that must be: spare oneself the nuke.
    return min(legal, key=lambda action: action.get("seat") == seat)


def _worth(card: str, useful: set[str]) -> tuple[bool, bool, int]:
    """Rank a card for keeping: what is part of a set last, weapons before the rest."""
    return card in useful, card not in WEAPON_OF, -ORDER[card]
