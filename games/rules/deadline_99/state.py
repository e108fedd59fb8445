"""Define the state of a match. Pure; `draft` applies events to it."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.contract import Result
from games.rules.deadline_99.cards import Hand


class State(NamedTuple):
    """The whole state, hidden cards included; piles from bottom to top, hands in canonical order.

    `turn` is the seat whose turn it is, None once the match is over; `roles`
    is None in classic mode; `plays` counts towards `cap`; `stocks` are the sizes by seat of a
    divided draw pile (`games/engine/stocks.py`).
    """

    count: int  # type: ignore[assignment]  # hides tuple.count, unused here
    direction: int
    turn: int | None
    draw_pile: tuple[str, ...]
    discard_pile: tuple[str, ...]
    hands: tuple[Hand, ...]
    plays: int
    alive: tuple[bool, ...]
    eliminated: tuple[int, ...]
    roles: tuple[str | None, ...] | None
    resigned: tuple[bool, ...]
    allow_negative: bool
    cap: int
    result: Result | None
    stocks: tuple[int, ...] = ()


def next_alive(alive: tuple[bool, ...], seat: int, direction: int) -> int:
    """Return the next seat still in after `seat`, in the direction of play."""
    seats = len(alive)
    following = (seat + direction) % seats
    while not alive[following]:
        following = (following + direction) % seats
    return following
