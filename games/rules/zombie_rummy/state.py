"""Define the state of a match, and the queries the rules need.

Complete, secret, immutable. Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.contract import Result
from games.engine.stocks import left_for
from games.engine.values import quick_replace
from games.rules.zombie_rummy.cards import BARRICADE, RADIO
from games.rules.zombie_rummy.sets import CardSet

DRAW = "draw"
LAY = "lay"
OVER = "over"


class LaidSet(NamedTuple):
    """A set on the table; `cards` in canonical order."""

    kind: str
    cards: CardSet


class Stack(NamedTuple):
    """One pile of cards in front of a seat; the rules determine what can be on what."""

    id: int
    brain: bool = False
    zombie: bool = False
    gang: bool = False
    device: str | None = None
    set: LaidSet | None = None

    @property
    def open_zombie(self) -> bool:
        """Tell whether this is a zombie with nothing on it."""
        return self.zombie and not self.gang and self.set is None

    @property
    def open_horde(self) -> bool:
        """Tell whether this is a zombie and gang with no set on them."""
        return self.gang and self.set is None

    @property
    def free_brain(self) -> bool:
        """Tell whether this is a brain not locked by a zombie."""
        return self.brain and not self.zombie

    def cards(self) -> list[str]:
        """Return the stack's cards in the order of removal."""
        cards = ["brain"] * self.brain + ["zombie"] * self.zombie + ["gang"] * self.gang
        if self.device is not None:
            cards.append(self.device)
        return cards + list(self.set.cards if self.set else ())


Table = tuple[Stack, ...]


@quick_replace
class State(NamedTuple):
    """The fold of a match's events. `stacks_made` is the last stack id assigned this round.

    `stocks` are the sizes by seat of a divided draw pile (`games/engine/stocks.py`).
    """

    seats: int
    end: str
    target: int
    resigned: tuple[bool, ...]
    turn: int | None = None
    phase: str = DRAW
    must_meld: str | None = None
    turns_played: int = 0
    hands: tuple[tuple[str, ...], ...] = ()
    discard_pile: tuple[str, ...] = ()
    draw_pile: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    stacks_made: int = 0
    has_melded: tuple[bool, ...] = ()
    removed: tuple[str, ...] = ()
    round: int = 0
    dealer: int = 0
    resign_order: tuple[int, ...] = ()
    round_scores: tuple[tuple[int, ...], ...] = ()
    totals: tuple[int, ...] = ()
    round_wins: tuple[int, ...] = ()
    result: Result | None = None
    stocks: tuple[int, ...] = ()

    def drawable(self, seat: int) -> int:
        """Return how many cards the seat can draw from the pile, or from its stock of it."""
        return left_for(self.draw_pile, self.stocks, seat)

    def holds(self, seat: int, card: str) -> bool:
        """Tell whether the seat has the card in hand."""
        return card in self.hands[seat]

    def has_device(self, seat: int, device: str) -> bool:
        """Tell whether the seat has a device of that kind on its table."""
        return device in [stack.device for stack in self.tables[seat]]

    def barricaded(self, seat: int) -> bool:
        """Tell whether a barricade protects the seat from others' zombies and gangs."""
        return self.has_device(seat, BARRICADE)

    def has_radio(self, seat: int) -> bool:
        """Tell whether a radio protects the seat from nukes."""
        return self.has_device(seat, RADIO)

    def stacks(self) -> Iterator[tuple[int, Stack]]:
        """Yield (holder, stack) for every stack on any table."""
        for seat, table in enumerate(self.tables):
            for stack in table:
                yield seat, stack

    def find_stack(self, stack_id: int) -> tuple[int, Stack] | None:
        """Return (holder, stack) of the stack with that id, or None."""
        return next(((s, stack) for s, stack in self.stacks() if stack.id == stack_id), None)

    def table_cards(self, seat: int) -> tuple[str, ...]:
        """Return the cards in front of a seat in the order of removal."""
        return tuple(card for stack in self.tables[seat] for card in stack.cards())

    def playing(self) -> tuple[int, ...]:
        """Return the seats that have not resigned."""
        return tuple(seat for seat in range(self.seats) if not self.resigned[seat])

    def next_seat(self, seat: int) -> int:
        """Return the next seat clockwise that has not resigned."""
        for step in range(1, self.seats + 1):
            if not self.resigned[(seat + step) % self.seats]:
                return (seat + step) % self.seats
        raise AssertionError("every seat has resigned")


def result_of(state: State) -> Result | None:
    """Return how the match ended, or None while it goes on."""
    return state.result
