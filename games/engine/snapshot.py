"""Build snapshots, views and legal lists as the record format specifies. Pure."""

from __future__ import annotations

from typing import Any

from games.engine.contract import Action, JsonObject, Rules
from games.engine.plain import plain_text
from games.engine.viewer import OPEN_TABLE, Viewer


def snapshot(rules: Rules, state: Any, ply: int, viewer: Viewer = OPEN_TABLE) -> JsonObject:
    """Return the position after `ply` actions as `viewer` may see it.

    The open table sees the complete snapshot, as does everybody once the
    match is over, unless the viewer `stays_closed`.
    """
    result = rules.result(state)
    whole = viewer.sees_all or (result is not None and not viewer.stays_closed)
    to_act = rules.to_act(state)
    return {
        "game": rules.meta.key,
        "ply": ply,
        "to_act": [] if to_act is None else [to_act],
        "resigned": list(state.resigned),
        "finished": result is not None,
        "result": None if result is None else result.as_json(),
        "state": rules.snapshot(state) if whole else rules.observe(state, viewer),
    }


def legal_list(rules: Rules, state: Any) -> list[JsonObject]:
    """Return every legal action of the seat to act, in normal form and order."""
    seat = rules.to_act(state)
    if seat is None:
        return []
    actions = sorted_actions(rules.legal_actions(state, seat))
    return [{"seat": seat, "action": action} for action in actions]


def sorted_actions(actions: list[Action]) -> list[Action]:
    """Return the actions sorted by the bytes of their canonical form."""
    return sorted(actions, key=plain_text)  # Code points sort like their UTF-8 bytes
