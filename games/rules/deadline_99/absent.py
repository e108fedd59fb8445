"""Play for an absent seat: the play of least risk, deterministically. Pure.

Uses only what the seat sees: the count, the direction, who is still in and its
own hand.
"""

from __future__ import annotations

from games.engine.contract import Action
from games.rules.deadline_99.actions import legal_actions
from games.rules.deadline_99.cards import LIMIT, RANK_OF, RISES, SWINGS
from games.rules.deadline_99.state import State, next_alive

_PASSING_FIRST = ("8", "A", "angel", "-", "J", "K", "7")
"""Plays that cannot go over 99, from the most dispensable to the costliest."""


def default_action(state: State, seat: int) -> Action:
    """Return a legal play that keeps the seat in if possible, preferring the highest that fits."""
    neighbour = next_alive(state.alive, seat, state.direction)
    plays = [
        action
        for action in legal_actions(state, seat)
        if action.get("target", neighbour) == neighbour
    ]
    return min(plays, key=lambda action: _risk(state.count, action))


def _risk(count: int, action: Action) -> tuple[int, int]:
    """Return a play's risk; an absent seat makes the play with the smallest."""
    rank = RANK_OF[action["card"]]
    if action.get("op") == "-":
        rank = "-"
    rise = RISES.get(rank) or SWINGS.get(rank)
    if rise is not None:
        return (0, -rise) if count + rise <= LIMIT else (2, rise)
    return (1, _PASSING_FIRST.index(rank)) if rank in _PASSING_FIRST else (3, 0)
