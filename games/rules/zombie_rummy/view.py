"""Build views of a state, from scratch so that nothing hidden slips in.

Source: rules, "Snapshot". Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from typing import Any

from games.engine.contract import JsonObject
from games.engine.stocks import shown
from games.engine.viewer import Viewer
from games.rules.zombie_rummy.state import LaidSet, Stack, State


def snapshot(state: State) -> JsonObject:
    """Return the whole state in the rules' snapshot format."""
    return {
        **_public(state),
        "draw_pile": list(state.draw_pile),
        "hands": [list(hand) for hand in state.hands],
    }


def observe(state: State, viewer: Viewer) -> JsonObject:
    """Return the state without the draw pile and without other seats' hands."""
    return {
        **_public(state),
        "draw_pile": {"count": len(state.draw_pile)},
        "hands": [
            list(hand) if viewer.is_seat(seat) else {"count": len(hand)}
            for seat, hand in enumerate(state.hands)
        ],
    }


def _public(state: State) -> JsonObject:
    """Return the public part of the state."""
    return {
        "round": state.round,
        "dealer": state.dealer,
        "turn": state.turn,
        "phase": state.phase,
        "must_meld": state.must_meld,
        "turns_played": state.turns_played,
        "discard_pile": list(state.discard_pile),
        "removed": list(state.removed),
        "tables": [[_stack(stack) for stack in table] for table in state.tables],
        "has_melded": list(state.has_melded),
        "round_scores": [list(scores) for scores in state.round_scores],
        "totals": list(state.totals),
        "round_wins": list(state.round_wins),
        **shown(state.stocks),
    }


def _stack(stack: Stack) -> dict[str, Any]:
    number, brain, zombie, gang, device, laid = stack
    return {
        "id": number,
        "brain": brain,
        "zombie": zombie,
        "gang": gang,
        "device": device,
        "set": laid and {"kind": laid.kind, "cards": list(laid.cards)},
    }


def read_stack(seen: JsonObject) -> Stack:
    """Rebuild a stack from a view; the inverse of how views show it."""
    laid = seen["set"]
    return Stack(
        seen["id"],
        seen["brain"],
        seen["zombie"],
        seen["gang"],
        seen["device"],
        None if laid is None else LaidSet(laid["kind"], tuple(laid["cards"])),
    )
