"""Positions written by hand: hands as words, tables as stacks."""

from __future__ import annotations

import pytest

from games.engine.chance import Chance
from games.engine.contract import Action, Event, IllegalAction
from games.engine.match import play_action
from games.rules.zombie_rummy import RULES
from games.rules.zombie_rummy.cards import in_order
from games.rules.zombie_rummy.sets import kind_of
from games.rules.zombie_rummy.state import LAY, LaidSet, Stack, State

SEED = bytes(32)
DRAW_PILE = ("zombie", "gas", "shotgun-9", "chair-9", "chainsaw-9")


def cards(words: str) -> tuple[str, ...]:
    """Return the cards named in one string."""
    return tuple(words.split())


def position(*hands: str, tables: dict[int, list[Stack]] | None = None, **changes: object) -> State:
    """Return a state in which seat 0 has drawn and may lay; `tables` by seat."""
    seats = len(hands)
    laid = tables or {}
    fields: dict[str, object] = {
        "seats": seats,
        "end": "rounds",
        "target": 9,
        "resigned": (False,) * seats,
        "round": 1,
        "dealer": seats - 1,
        "turn": 0,
        "phase": LAY,
        "stacks_made": max((s.id for table in laid.values() for s in table), default=0),
        "draw_pile": DRAW_PILE,
        "discard_pile": ("gang",),
        "hands": tuple(in_order(hand.split()) for hand in hands),
        "tables": tuple(tuple(laid.get(seat, ())) for seat in range(seats)),
        "has_melded": (False,) * seats,
        "totals": (0,) * seats,
        "round_wins": (0,) * seats,
    }
    return State(**{**fields, **changes})


def brain(number: int) -> Stack:
    """Return a free brain."""
    return Stack(number, brain=True)


def locked(number: int) -> Stack:
    """Return a brain with a zombie on it."""
    return Stack(number, brain=True, zombie=True)


def zombie(number: int, on_it: str = "") -> Stack:
    """Return a zombie, eliminated by the set `on_it` if there is one."""
    return Stack(number, zombie=True, set=_laid(on_it))


def horde(number: int, on_it: str = "") -> Stack:
    """Return a horde, eliminated by the set `on_it` if there is one."""
    return Stack(number, zombie=True, gang=True, set=_laid(on_it))


def device(number: int, kind: str) -> Stack:
    """Return a radio or barricade."""
    return Stack(number, device=kind)


def laid(number: int, words: str) -> Stack:
    """Return a set on the bare table."""
    return Stack(number, set=_laid(words))


def _laid(words: str) -> LaidSet | None:
    if not words:
        return None
    kind = kind_of(cards(words))
    assert kind is not None
    return LaidSet(kind, in_order(cards(words)))


def act(state: State, action: Action, seat: int = 0) -> State:
    """Return the state after a legal action."""
    return play(state, action, seat)[1]


def play(state: State, action: Action, seat: int = 0) -> tuple[list[Event], State]:
    """Return the events of a legal action and the state after them."""
    return play_action(RULES, state, seat, action, Chance(SEED, "zombie_rummy"))


def refused(state: State, action: Action, seat: int = 0) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises(IllegalAction) as refusal:
        play(state, action, seat)
    return refusal.value.code


def legal(state: State, kind: str | None = None) -> list[Action]:
    """Return the legal actions of the seat in turn, or those of one type."""
    assert state.turn is not None
    actions = RULES.legal_actions(state, state.turn)
    return [action for action in actions if kind in (None, action["type"])]
