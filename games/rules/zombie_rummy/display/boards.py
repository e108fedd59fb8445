"""Describe the players' tables for the page. Pure.

A board is one seat's table and standing:

    number, name, bot, away, winner, is_turn, is_dealer, resigned, has_melded
    hand_count          how many cards it holds
    hand_points, left   the hand's penalty, and its cards, if this view shows them, else None
    now                 what the total would be if the round ended now, as far as this view shows
    gauge               how far it is from what ends the match (`goal.py`)
    stacks              its stacks, oldest first
    parts               its table's current score: weapons, equipment, brains, devices, zombies
    table, total        their sum; the total before this round
    radio, barricade    it is protected from nukes; from zombies and gangs

    a stack             {"id", "brain", "locked", "undead": "zombie", "horde" or None, "open",
                        "eliminated", "device", "base": faces under the set, "set": None or
                        {"kind", "cards"}, "points"}
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.engine.contract import JsonObject
from games.engine.showing import Scene, SeatFacts
from games.rules.zombie_rummy.cards import hand_points
from games.rules.zombie_rummy.display.faces import face
from games.rules.zombie_rummy.display.goal import gauge_of
from games.rules.zombie_rummy.scoring import stack_score, table_score
from games.rules.zombie_rummy.state import Stack, Table
from games.rules.zombie_rummy.view import read_stack


def board_of(scene: Scene, seat: SeatFacts, *, own: bool = False) -> JsonObject:
    """Return a player's board; an `own` board has the hand's penalty, not its cards."""
    view, number = scene.view, seat.number
    state = view["state"]
    hand = state["hands"][number]
    is_shown = not isinstance(hand, dict)
    is_turn = number == state["turn"]
    table = tuple([read_stack(stack) for stack in state["tables"][number]])
    lying = _lying(table)
    points = hand_points(hand) if is_shown else None
    now = state["totals"][number] + lying["table"] + (points or 0)
    return {
        "number": number,
        "name": seat.name,
        "bot": seat.player_bot,
        "face": seat.face,
        "away": seat.is_away,
        "winner": seat.is_winner,
        "is_turn": is_turn,
        "is_dealer": number == state["dealer"],
        "resigned": seat.resigned,
        "has_melded": state["has_melded"][number],
        "hand_count": held_count(hand),
        "hand_points": points,
        "left": [face(code) for code in hand] if is_shown and not own else None,
        **lying,
        "total": state["totals"][number],
        "now": now,
        "gauge": gauge_of(scene, number, now),
        "finished": scene.is_over,
        "flip_from": scene.latest.seat_id,
        **scene.clock_of(is_turn),
    }


def held_count(pile: Any) -> int:
    """Return how many cards a hand or pile holds, shown or not."""
    count: int = pile["count"] if isinstance(pile, dict) else len(pile)
    return count


@lru_cache(maxsize=1024)
def _lying(table: Table) -> JsonObject:
    """Return a table's stacks and score. Cached: do not modify the result."""
    score = table_score(table)
    return {
        "stacks": [stack_picture(stack) for stack in table],
        "parts": {part: value for part, value in score._asdict().items() if part != "hand"},
        "table": score.points,
        "radio": any(stack.device == "radio" for stack in table),
        "barricade": any(stack.device == "barricade" for stack in table),
    }


def stack_picture(stack: Stack) -> JsonObject:
    """Return a stack in the page's format."""
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
