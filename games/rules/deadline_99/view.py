"""What a position looks like: complete, and through one viewer's eyes. Pure.

`observe` is built up from nothing; only kings' roles are public. Spec:
deadline_99, "Snapshot".
"""

from __future__ import annotations

from games.engine.contract import JsonObject
from games.engine.viewer import Viewer
from games.rules.deadline_99.roles import KINGS
from games.rules.deadline_99.state import State


def snapshot(state: State) -> JsonObject:
    """Return the whole position as the record format prints it."""
    return {
        **_public_part(state),
        "draw_pile": list(state.draw_pile),
        "hands": [list(hand) for hand in state.hands],
        "roles": None if state.roles is None else list(state.roles),
    }


def observe(state: State, viewer: Viewer) -> JsonObject:
    """Return the position as `viewer` may see it."""
    own = viewer.seat
    return {
        **_public_part(state),
        "draw_pile": {"count": len(state.draw_pile)},
        "hands": [
            list(hand) if seat == own else {"count": len(hand)}
            for seat, hand in enumerate(state.hands)
        ],
        "roles": None
        if state.roles is None
        else [
            role if role in KINGS or seat == own else None for seat, role in enumerate(state.roles)
        ],
    }


def _public_part(state: State) -> JsonObject:
    """Return what everybody sees."""
    return {
        "count": state.count,
        "direction": state.direction,
        "turn": state.turn,
        "discard_pile": list(state.discard_pile),
        "alive": list(state.alive),
        "eliminated": list(state.eliminated),
    }
