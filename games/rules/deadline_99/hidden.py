"""Model what a seat cannot see, and what it knows for certain of others' hands. Pure.

A jack's card is known to both players; a seven passes on a hand its old holder
knows; a reshuffled discard pile was visible.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.engine.contract import Event, JsonObject
from games.engine.hidden import SHARED, Hidden, Memory
from games.rules.deadline_99 import events as ev
from games.rules.deadline_99.cards import (
    ANGEL,
    RANK_OF,
    RANKS,
    REAPER,
    SUITS,
    Hand,
    sorted_hand,
    unshuffled_pack,
)
from games.rules.deadline_99.decide import PLAYS_PER_SEAT
from games.rules.deadline_99.roles import KINGS, NAMES, unshuffled_roles
from games.rules.deadline_99.state import State

HIGH_COUNT = 80
"""An ace played from this count on is an attack: few cards fit any longer."""


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


def from_view(view: JsonObject) -> State:
    """Return a state that looks like this view to its seat, with the unseen cards in some order.

    A view does not tell two options: the count may go below 0 if it is there now, and there are
    as few free agents as the number of seats and the seat's own role allow.
    """
    shown, seat, resigned = view["state"], view["seat"], tuple(view["resigned"])
    unseen = list(unseen_cards(view).elements())
    hands: list[Hand] = []
    for owner, hand in enumerate(shown["hands"]):
        size = 0 if owner == seat else hand["count"]
        hands.append(tuple(hand) if owner == seat else sorted_hand(unseen[:size]))
        unseen = unseen[size:]
    roles: list[str | None] | None = shown["roles"]
    if roles is not None:
        others = iter(hidden_roles(view))
        roles = [role or next(others) for role in roles]
    return State(
        count=shown["count"],
        direction=shown["direction"],
        turn=shown["turn"],
        draw_pile=tuple(unseen),
        discard_pile=tuple(shown["discard_pile"]),
        hands=tuple(hands),
        plays=view["ply"] - sum(resigned),
        alive=tuple(shown["alive"]),
        eliminated=tuple(shown["eliminated"]),
        roles=None if roles is None else tuple(roles),
        resigned=resigned,
        allow_negative=shown["count"] < 0,
        cap=PLAYS_PER_SEAT * len(hands),
        result=None,
        stocks=tuple(shown.get("stocks", ())),
    )


def recall(memory: Memory, event: Event, seat: int) -> None:
    """Update what `seat` knows for certain; note every attack as (attacker, target)."""
    match event:
        case ev.CardPlayed() | ev.CardPlayedOver():
            memory.lose(event.seat, [event.card])
            _note_attack(memory, event)
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


def unseen_cards(view: JsonObject) -> Counter[str]:
    """Return the cards that the seat of this view does not see: in the draw pile, others' hands."""
    shown = view["state"]
    hands: list[Any] = shown["hands"]
    seen = Counter([*shown["discard_pile"], *hands[view["seat"]]])
    hidden_count = sum(hand["count"] for hand in hands if isinstance(hand, dict))
    total = seen.total() + hidden_count + shown["draw_pile"]["count"]
    decks, jokers = divmod(total, len(RANKS) * len(SUITS))
    pack = Counter(unshuffled_pack(decks, jokers > 0))
    if jokers:  # with stocks there is a pair for each seat
        pack[ANGEL] = pack[REAPER] = jokers // 2
    return pack - seen


def hidden_roles(view: JsonObject) -> list[str]:
    """Return the roles of the seats whose role this view does not tell, in no order.

    The view does not tell the number of free agents: it is taken to be the least possible.
    """
    known = Counter(role for role in view["state"]["roles"] if role is not None)
    seats = len(view["state"]["roles"])
    for free_agents in range(seats % 2, seats - 1, 2):
        roles = Counter(unshuffled_roles(seats, free_agents))
        if known <= roles:
            return list((roles - known).elements())
    raise ValueError("no match has these roles")


def _note_attack(memory: Memory, event: ev.CardPlayed | ev.CardPlayedOver) -> None:
    """Note a jack, and an ace that makes somebody play on a high count."""
    if isinstance(event, ev.CardPlayed) and event.target is not None:
        rank = RANK_OF[event.card]
        if rank == "J" or (rank == "A" and event.before >= HIGH_COUNT):
            memory.notes.append((event.seat, event.target))


def _taken(memory: Memory, event: ev.CardTaken, seat: int) -> None:
    """Note a jack: taker and loser know the card, everybody else only that one moved."""
    if seat == event.seat:
        memory.lose(event.target, [event.card])
    elif seat == event.target:
        memory.learn(event.seat, [event.card])
    else:
        memory.blur(event.target)


def _swapped(memory: Memory, event: ev.HandsSwapped, seat: int) -> None:
    """Note a seven: each player who swapped knows the hand they gave away.

    It is an attack if it leaves the target with fewer cards: everybody sees how many.
    """
    if len(event.target_hand) < len(event.seat_hand):
        memory.notes.append((event.seat, event.target))
    if seat == event.seat:
        memory.forget(event.target)
        memory.learn(event.target, event.target_hand)
    elif seat == event.target:
        memory.forget(event.seat)
        memory.learn(event.seat, event.seat_hand)
    else:
        memory.swap(event.seat, event.target)
