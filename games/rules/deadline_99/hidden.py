"""Model what a seat cannot see, and what it knows for certain of others' hands. Pure.

A jack's card is known to both players; a seven passes on a hand its old holder
knows; a reshuffled discard pile was visible.
"""

from __future__ import annotations

from collections import Counter

from games.engine.contract import Event
from games.engine.hidden import SHARED, Hidden, Memory
from games.rules.deadline_99 import events as ev
from games.rules.deadline_99.cards import sorted_hand
from games.rules.deadline_99.roles import KINGS, NAMES
from games.rules.deadline_99.state import State


def hidden(state: State, seat: int) -> Hidden:
    """Return the draw pile, the others' hands, and the roles that are not public."""
    others = [other for other in range(len(state.hands)) if other != seat]
    roles = state.roles or ()
    return Hidden(
        hands={other: state.hands[other] for other in others if state.hands[other]},
        piles={SHARED: state.draw_pile},
        secrets={
            other: role
            for other, role in enumerate(roles)
            if other != seat and role is not None and role not in KINGS
        },
        words=NAMES,
    )


def with_hidden(state: State, dealt: Hidden) -> State:
    """Return the state with these hands, this pile and these roles."""
    hands = list(state.hands)
    for seat, cards in dealt.hands.items():
        hands[seat] = sorted_hand(cards)
    roles = state.roles
    if roles is not None:
        roles = tuple(dealt.secrets.get(seat, role) for seat, role in enumerate(roles))
    return state._replace(hands=tuple(hands), draw_pile=dealt.piles[SHARED], roles=roles)


def recall(memory: Memory, event: Event, seat: int) -> None:
    """Update what `seat` knows for certain."""
    match event:
        case ev.CardPlayed() | ev.CardPlayedOver():
            memory.lose(event.seat, [event.card])
        case ev.CardsDrawn() if event.seat == seat:
            memory.drawn(event.cards)
        case ev.CardsDrawn():
            memory.drawn_unseen(len(event.cards))
        case ev.PileReshuffled():
            memory.pile = Counter(event.cards)
        case ev.CardTaken():
            _taken(memory, event, seat)
        case ev.HandsSwapped():
            _swapped(memory, event, seat)
        case ev.Eliminated() | ev.Resigned():
            memory.forget(event.seat)


def _taken(memory: Memory, event: ev.CardTaken, seat: int) -> None:
    """Note a jack: taker and loser know the card, everybody else only that one moved."""
    if seat == event.seat:
        memory.lose(event.target, [event.card])
    elif seat == event.target:
        memory.learn(event.seat, [event.card])
    else:
        memory.blur(event.target)


def _swapped(memory: Memory, event: ev.HandsSwapped, seat: int) -> None:
    """Note a seven: each player who swapped knows the hand they gave away."""
    if seat == event.seat:
        memory.forget(event.target)
        memory.learn(event.target, event.target_hand)
    elif seat == event.target:
        memory.forget(event.seat)
        memory.learn(event.seat, event.seat_hand)
    else:
        memory.swap(event.seat, event.target)
