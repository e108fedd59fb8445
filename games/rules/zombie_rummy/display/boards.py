"""The players' tables as the page draws them. Pure.

A board is what lies in front of one seat, and how the seat stands:

    seat, place         its number; its place round the table, 0 for the viewer
    is_viewer, is_turn, is_dealer, resigned, has_melded
    hand_count          how many cards it holds
    hand                its cards if this view shows them (own hand, the end), else None
    stacks              what lies there, in the order in which it came
    parts               what its table scores now: weapons, equipment, brains, devices, zombies
    table, hand_points  their sum; what the hand costs (None where it is hidden)
    total, wins         before this round; rounds won
    radio, barricade    it is guarded from nukes; from zombies and gangs

    a stack             {"id", "brain", "locked", "undead": "zombie", "horde" or None, "open",
                        "eliminated", "device", "base": faces under the set, "set": None or
                        {"kind", "cards"}, "points"}
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.engine.contract import JsonObject
from games.rules.zombie_rummy.cards import hand_points
from games.rules.zombie_rummy.display.faces import face
from games.rules.zombie_rummy.scoring import stack_score, table_score
from games.rules.zombie_rummy.state import Stack, Table
from games.rules.zombie_rummy.view import read_stack


def boards(view: JsonObject, own: int | None) -> list[JsonObject]:
    """Return the boards clockwise from the viewer's own."""
    count, first = len(view["state"]["tables"]), own or 0
    return [_board(view, (first + place) % count, place, own) for place in range(count)]


def _board(view: JsonObject, seat: int, place: int, own: int | None) -> JsonObject:
    state = view["state"]
    table = tuple([read_stack(stack) for stack in state["tables"][seat]])
    return {
        "seat": seat,
        "place": place,
        "is_viewer": seat == own,
        "is_turn": seat == state["turn"],
        "is_dealer": seat == state["dealer"],
        "resigned": view["resigned"][seat],
        "has_melded": state["has_melded"][seat],
        **_hand(state["hands"][seat]),
        **_lying(table),
        "total": state["totals"][seat],
        "wins": state["round_wins"][seat],
    }


@lru_cache(maxsize=1024)
def _lying(table: Table) -> JsonObject:
    """Return what lies on a table; looked at once while nobody touches it. To be read only."""
    score = table_score(table)
    return {
        "stacks": [stack_picture(stack) for stack in table],
        "parts": {part: value for part, value in score._asdict().items() if part != "hand"},
        "table": score.points,
        "radio": any(stack.device == "radio" for stack in table),
        "barricade": any(stack.device == "barricade" for stack in table),
    }


def _hand(hand: Any) -> JsonObject:
    if isinstance(hand, dict):
        return {"hand_count": hand["count"], "hand": None, "hand_points": None}
    return {
        "hand_count": len(hand),
        "hand": [face(code) for code in hand],
        "hand_points": hand_points(hand),
    }


def stack_picture(stack: Stack) -> JsonObject:
    """Return a stack as the page draws it."""
    laid = stack.set
    undead = ("horde" if stack.gang else "zombie") if stack.zombie else None
    base = stack.cards()
    if laid is not None:
        base = base[: -len(laid.cards)]
    return {
        "id": stack.id,
        "brain": stack.brain,
        "locked": stack.brain and stack.zombie,
        "undead": undead,
        "open": undead is not None and laid is None,
        "eliminated": undead is not None and laid is not None,
        "device": stack.device,
        "base": [face(code) for code in base],
        "set": laid and {"kind": laid.kind, "cards": [face(code) for code in laid.cards]},
        "points": stack_score(stack).points,
    }
