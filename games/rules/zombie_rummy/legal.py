"""List the legal actions of the seat whose turn it is. Imports only its siblings."""

from __future__ import annotations

from games.engine.contract import Action
from games.rules.zombie_rummy.state import DRAW, State
from games.rules.zombie_rummy.verbs import discard, draw, meld
from games.rules.zombie_rummy.verbs.laying import lay_actions


def to_act(state: State) -> int | None:
    """Return the seat whose turn it is, or None once the match is over."""
    return state.turn


def legal_actions(state: State, seat: int) -> list[Action]:
    """Return the seat's legal actions in normal form; none out of turn."""
    if seat != state.turn:
        return []
    if state.phase == DRAW:
        return draw.legal(state, seat)
    if state.must_meld is not None:
        return meld.legal(state, seat)
    return lay_actions(state, seat) + discard.legal(state, seat)
