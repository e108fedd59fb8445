"""Model what a seat cannot see, and what it knows of others' hands: cards taken face up.

Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from games.engine.contract import Event
from games.engine.hidden import SHARED, Hidden, Memory
from games.rules.zombie_rummy import events as ev
from games.rules.zombie_rummy.cards import GANG, NUKE, ZOMBIE, in_order
from games.rules.zombie_rummy.sets import smallest_with
from games.rules.zombie_rummy.state import State


def hidden(state: State, seat: int) -> Hidden:
    """Return the draw pile and the others' hands, one of which may owe a set."""
    hands = {other: hand for other, hand in enumerate(state.hands) if other != seat and hand}
    owed = {}
    if state.turn is not None and state.turn != seat and state.must_meld is not None:
        owed[state.turn] = smallest_with(state.must_meld)
    return Hidden(hands=hands, piles={SHARED: state.draw_pile}, one_of=owed)


def with_hidden(state: State, dealt: Hidden) -> State:
    """Return the state with these hands and this pile."""
    hands = list(state.hands)
    for seat, cards in dealt.hands.items():
        hands[seat] = in_order(cards)
    return state._replace(hands=tuple(hands), draw_pile=dealt.piles[SHARED])


def recall(memory: Memory, event: Event, seat: int) -> None:
    """Update what is known for certain; everything but a draw from the pile happens face up."""
    match event:
        case ev.RoundBegan():
            memory.forget_all()
        case ev.DiscardsTaken():
            memory.learn(event.seat, event.cards)
        case ev.CardPlaced() | ev.CardLaidOff() | ev.CardDiscarded():
            memory.lose(event.seat, [event.card])
        case ev.SeatAttacked() | ev.BrainLocked() | ev.BrainStolen() | ev.DeviceBroken():
            memory.lose(event.seat, [ZOMBIE])
        case ev.HordeFormed():
            memory.lose(event.seat, [GANG])
        case ev.SetLaid():
            memory.lose(event.seat, event.cards)
        case ev.SeatNuked():
            memory.lose(event.seat, [NUKE])
            memory.forget(event.target)
        case ev.SeatResigned():
            memory.forget(event.seat)
