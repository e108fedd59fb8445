"""Move cards between the seats' hands and piles. Pure.

On the hot path, states are unpacked and rebuilt by position: `_replace` takes two to three
times as long.
"""

from __future__ import annotations

from games.rules.death_frontline.field import Field
from games.rules.death_frontline.state import SeatState, State

Seats = tuple[SeatState, ...]


def lay_out(state: State, seats: Seats, field: Field) -> State:
    """Return the state with new hands, piles and field."""
    turn, could_act, passed, step, _, _, *others = state
    return State._make((turn, could_act, passed, step, seats, field, *others))


def put_seat(seats: Seats, seat: int, own: SeatState) -> Seats:
    """Return the seats with one seat's cards replaced."""
    return (*seats[:seat], own, *seats[seat + 1 :])


def take(seats: Seats, seat: int, card: str) -> Seats:
    """Take one card out of a hand."""
    deck, hand, draw_pile, discard_pile = seats[seat]
    place = hand.index(card)
    left = hand[:place] + hand[place + 1 :]
    return put_seat(seats, seat, SeatState(deck, left, draw_pile, discard_pile))


def discard(seats: Seats, seat: int, card: str) -> Seats:
    """Put one card on top of a discard pile."""
    deck, hand, draw_pile, discard_pile = seats[seat]
    return put_seat(seats, seat, SeatState(deck, hand, draw_pile, (*discard_pile, card)))
