"""Build what a viewer may see, from scratch. Pure.

The field, the facilities, the discard piles and the numbers are public. A hand
is visible only to its own seat, and nobody sees a draw pile before the end.
"""

from __future__ import annotations

from typing import Any

from games.engine.contract import JsonObject
from games.engine.viewer import OPEN_TABLE, Viewer
from games.rules.death_frontline.field import (
    Cell,
    Effect,
    Facility,
    Field,
    Unit,
    side_of,
)
from games.rules.death_frontline.state import State


def observe(state: State, viewer: Viewer) -> JsonObject:
    """Return the game's object of the snapshot as `viewer` may see it."""
    return {
        "round": state.round,
        "step": state.step,
        "order": list(state.order),
        "turn": state.turn,
        "passed": list(state.passed),
        "width": state.field.width,
        "seats": [_seat(state, seat, viewer) for seat in range(len(state.seats))],
        "field": [_unit(unit) for unit in state.field.units],
        "facilities": [_facility(facility) for facility in state.field.facilities],
        "effects": [
            {"effect": e.effect, "amount": e.amount, "seat": e.seat} for e in state.field.effects
        ],
        "offers": list(state.offers),
        "removed": [{"card": gone.code, "seat": gone.seat} for gone in state.removed],
    }


def snapshot(state: State) -> JsonObject:
    """Return the game's complete object of the snapshot."""
    return observe(state, OPEN_TABLE)


def _seat(state: State, seat: int, viewer: Viewer) -> JsonObject:
    own = state.own(seat)
    return {
        "deck": own.deck,
        "side": side_of(seat),
        "hand": _cards(own.hand, viewer.is_seat(seat)),
        "draw_pile": _cards(own.draw_pile, viewer.sees_all),
        "discard_pile": list(own.discard_pile),
    }


def _cards(cards: tuple[str, ...], shown: bool) -> Any:
    return list(cards) if shown else {"count": len(cards)}


def _unit(unit: Unit) -> JsonObject:
    (x, y), code, seat, exhausted, moved, deployed_round = unit
    return {
        "x": x,
        "y": y,
        "card": code,
        "seat": seat,
        "exhausted": exhausted,
        "moved": moved,
        "deployed_round": deployed_round,
    }


def _facility(facility: Facility) -> JsonObject:
    return {
        "x": facility.cell[0],
        "y": facility.cell[1],
        "card": facility.code,
        "seat": facility.seat,
    }


def field_of(game: JsonObject) -> Field:
    """Return the field of a view's (or snapshot's) game object, for bots and the display."""
    return Field(
        game["width"],
        tuple(
            Unit(_cell(u), u["card"], u["seat"], u["exhausted"], u["moved"], u["deployed_round"])
            for u in game["field"]
        ),
        tuple(Facility(_cell(f), f["card"], f["seat"]) for f in game["facilities"]),
        tuple(Effect(e["effect"], e["amount"], e["seat"]) for e in game["effects"]),
    )


def _cell(thing: JsonObject) -> Cell:
    return thing["x"], thing["y"]
