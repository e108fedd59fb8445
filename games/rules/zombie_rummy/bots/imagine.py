"""Build a state from a view, so that a bot can simulate its own actions.

Hidden places are filled with unknown cards, so the state reveals nothing
hidden. Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from games.engine.contract import JsonObject
from games.rules.zombie_rummy.cards import PACK
from games.rules.zombie_rummy.state import State
from games.rules.zombie_rummy.view import read_stack

UNKNOWN: Final = "?"
PACK_COUNTS: Final = Counter(PACK)


def imagined(view: JsonObject) -> State:
    """Return the state as the bot knows it."""
    state = view["state"]
    tables = tuple(tuple(read_stack(seen) for seen in table) for table in state["tables"])
    return State(
        seats=len(tables),
        end="",
        target=0,
        resigned=tuple(view["resigned"]),
        round=state["round"],
        dealer=state["dealer"],
        turn=state["turn"],
        phase=state["phase"],
        must_meld=state["must_meld"],
        turns_played=state["turns_played"],
        # Any unused id will do in a simulation.
        stacks_made=max((stack.id for table in tables for stack in table), default=0),
        draw_pile=_cards(state["draw_pile"]),
        discard_pile=tuple(state["discard_pile"]),
        removed=tuple(state["removed"]),
        hands=tuple(_cards(hand) for hand in state["hands"]),
        tables=tables,
        has_melded=tuple(state["has_melded"]),
        totals=tuple(state["totals"]),
        round_wins=tuple(state["round_wins"]),
    )


def unseen(state: State) -> Counter[str]:
    """Count the copies of each face that the bot has not seen this round."""
    left = PACK_COUNTS.copy()
    left.subtract(state.discard_pile)
    left.subtract(state.removed)
    for seat in range(state.seats):
        left.subtract(state.table_cards(seat))
        left.subtract(card for card in state.hands[seat] if card != UNKNOWN)
    return left


def _cards(value: Any) -> tuple[str, ...]:
    """Return the cards, or the counted number of unknown ones."""
    return (UNKNOWN,) * value["count"] if isinstance(value, dict) else tuple(value)
