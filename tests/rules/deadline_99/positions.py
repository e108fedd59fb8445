"""Hand-made positions of Deadline 99, and shorthand for playing on from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.contract import Action, Event, IllegalAction
from games.engine.match import play_action
from games.rules.deadline_99 import RULES
from games.rules.deadline_99.cards import sorted_hand
from games.rules.deadline_99.state import State

SEED = bytes(range(32))
FILLER = "5C 6C 9C 3C 4C 5D 6D 9D 3D 4D"


def position(*hands: str, **changes: Any) -> State:
    """Return a position with these hands ("5C KH angel"), seat 0 to play, a pile to draw from.

    `out` names seats that are out already, in order; any other keyword is a
    field of the state; piles may be given as text, bottom to top.
    """
    out: Sequence[int] = changes.pop("out", ())
    seats = len(hands)
    fields: dict[str, Any] = {
        "count": 0,
        "direction": 1,
        "turn": 0,
        "draw_pile": FILLER,
        "discard_pile": "",
        "hands": tuple(sorted_hand(hand.split()) for hand in hands),
        "alive": tuple(seat not in out for seat in range(seats)),
        "eliminated": tuple(out),
        "roles": None,
        "resigned": (False,) * seats,
        "allow_negative": False,
        "plays": 0,
        "cap": 200 * seats,
        "result": None,
    }
    fields |= changes
    for pile in ("draw_pile", "discard_pile"):
        fields[pile] = tuple(fields[pile].split())
    return State(**fields)


def play(card: str, op: str | None = None, target: int | None = None) -> Action:
    """Return the play of a card."""
    action: Action = {"type": "play", "card": card}
    if op is not None:
        action["op"] = op
    if target is not None:
        action["target"] = target
    return action


def act(state: State, action: Action, seat: int | None = None) -> tuple[list[Event], State]:
    """Return the events an action of a seat (the one to act) causes, and the state after them."""
    actor = seat if seat is not None else state.turn
    assert actor is not None
    events, after = play_action(RULES, state, actor, action, Chance(SEED, "deadline_99"))
    return events, after


def after(state: State, *actions: Action) -> State:
    """Return the state once each action was done by the seat whose turn it was."""
    for action in actions:
        _, state = act(state, action)
    return state


def refusal(state: State, action: Any, seat: int | None = None) -> str:
    """Return the code of the refusal that an action gets."""
    with pytest.raises(IllegalAction) as caught:
        act(state, action, seat)
    return caught.value.code


def operations(state: State, action: Action) -> int:
    """Return how many random operations an action takes."""
    chance = Chance(SEED, "deadline_99")
    assert state.turn is not None
    play_action(RULES, state, state.turn, action, chance)
    return chance.operation
