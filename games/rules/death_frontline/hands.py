"""Move cards between the seats' hands and piles. Pure."""

from __future__ import annotations

from games.rules.death_frontline.state import SeatState

Seats = tuple[SeatState, ...]


def put_seat(seats: Seats, seat: int, own: SeatState) -> Seats:
    """Return the seats with one seat's cards replaced."""
    return (*seats[:seat], own, *seats[seat + 1 :])


def take(seats: Seats, seat: int, card: str) -> Seats:
    """Take one card out of a hand."""
    own = seats[seat]
    place = own.hand.index(card)
    return put_seat(seats, seat, own._replace(hand=own.hand[:place] + own.hand[place + 1 :]))


def discard(seats: Seats, seat: int, card: str) -> Seats:
    """Put one card on top of a discard pile."""
    own = seats[seat]
    return put_seat(seats, seat, own._replace(discard_pile=(*own.discard_pile, card)))
