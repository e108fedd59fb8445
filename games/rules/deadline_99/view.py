"""Show a position, complete or as one viewer sees it. Pure.

`observe` builds from scratch; only kings' roles are public. Spec:
deadline_99, "Snapshot".
"""

from __future__ import annotations

from typing import Any

from games.engine.contract import JsonObject
from games.engine.stocks import shown
from games.engine.viewer import Viewer
from games.rules.deadline_99.roles import KINGS
from games.rules.deadline_99.state import State


def snapshot(state: State) -> JsonObject:
    """Return the whole position in the record format."""
    return {
        **_public_part(state),
        "draw_pile": list(state.draw_pile),
        "hands": [list(hand) for hand in state.hands],
        "roles": None if state.roles is None else list(state.roles),
    }


def observe(state: State, viewer: Viewer) -> JsonObject:
    """Return the position as `viewer` may see it."""
    own = viewer.seat
    hands: list[Any] = [{"count": len(hand)} for hand in state.hands]
    if own is not None:
        hands[own] = list(state.hands[own])
    view = _public_part(state)
    view["draw_pile"] = {"count": len(state.draw_pile)}
    view["hands"] = hands
    view["roles"] = None if state.roles is None else _roles_seen(state.roles, own)
    return view


def _roles_seen(roles: tuple[str | None, ...], own: int | None) -> list[str | None]:
    """Return the kings' roles and the viewer's own."""
    return [role if role in KINGS or seat == own else None for seat, role in enumerate(roles)]


def _public_part(state: State) -> JsonObject:
    """Return the public part of the position."""
    return {
        "count": state.count,
        "direction": state.direction,
        "turn": state.turn,
        "discard_pile": list(state.discard_pile),
        "alive": list(state.alive),
        "eliminated": list(state.eliminated),
        **shown(state.stocks),
    }
