"""Model what a player cannot see: every draw pile, and every hand but their own. Pure.

Nobody ever learns a card in another's hand, so there is nothing to recall.
"""

from __future__ import annotations

from games.engine.hidden import Hidden
from games.rules.death_frontline.state import State, sort_hand


def hidden(state: State, seat: int) -> Hidden:
    """Return all draw piles, by owner, and the others' hands."""
    return Hidden(
        hands={
            other: own.hand for other, own in enumerate(state.seats) if other != seat and own.hand
        },
        piles={owner: own.draw_pile for owner, own in enumerate(state.seats)},
    )


def with_hidden(state: State, dealt: Hidden) -> State:
    """Return the state with these hands and piles."""
    seats = [
        own._replace(
            hand=sort_hand(dealt.hands[seat]) if seat in dealt.hands else own.hand,
            draw_pile=dealt.piles[seat],
        )
        for seat, own in enumerate(state.seats)
    ]
    return state._replace(seats=tuple(seats))
