"""The state of a match and how each event moves it. Pure.

`apply` never judges: whatever a rule decided (whose turn it is then, what was
drawn, what the count became) stands in the event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from games.engine.contract import Event, Result
from games.rules.deadline_99 import events as ev
from games.rules.deadline_99.cards import Hand, with_card, without_card


class State(NamedTuple):
    """Everything, hidden cards included; piles lie from bottom to top, hands in canonical order.

    `turn` is the seat whose turn it is, None once the match is over; `roles`
    is None in classic mode; `plays` counts towards `cap`.
    """

    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
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


def next_alive(alive: tuple[bool, ...], seat: int, direction: int) -> int:
    """Return the next seat still in, counted from `seat` in the direction of play."""
    seats = len(alive)
    following = (seat + direction) % seats
    while not alive[following]:
        following = (following + direction) % seats
    return following


def _replaced(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """Return the tuple with the element of one seat changed."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def _match_begun(state: None, event: ev.MatchBegun) -> State:
    seats = event.seats
    return State(
        count=0,
        direction=1,
        turn=event.turn,
        draw_pile=event.draw_pile,
        discard_pile=(),
        hands=((),) * seats,
        plays=0,
        alive=(True,) * seats,
        eliminated=(),
        roles=(None,) * seats if event.factions else None,
        resigned=(False,) * seats,
        allow_negative=event.allow_negative,
        cap=event.cap,
        result=None,
    )


def _role_dealt(state: State, event: ev.RoleDealt) -> State:
    return state._replace(roles=_replaced(state.roles or (), event.seat, event.role))


def _hand_dealt(state: State, event: ev.HandDealt) -> State:
    hands = _replaced(state.hands, event.seat, event.cards)
    return _with_hands(state, hands, state.draw_pile)


# What moves at nearly every ply takes the whole state apart and makes the next one by position:
# _replace goes by name, at several times the cost.


def _card_played(state: State, event: ev.CardPlayed) -> State:
    _, _, _, pile, discards, hands, plays, alive, out, roles, resigned, negative, cap, _ = state
    hands = _replaced(hands, event.seat, without_card(hands[event.seat], event.card))
    return State._make((
        event.count, event.direction, event.turn, pile, (*discards, event.card), hands, plays + 1,
        alive, out, roles, resigned, negative, cap, None,
    ))  # fmt: skip


def _card_played_over(state: State, event: ev.CardPlayedOver) -> State:
    count, direction, turn, draw_pile, discards, hands, plays, *others = state
    hands = _replaced(hands, event.seat, without_card(hands[event.seat], event.card))
    discards += (event.card,)
    return State._make((count, direction, turn, draw_pile, discards, hands, plays + 1, *others))


def _cards_drawn(state: State, event: ev.CardsDrawn) -> State:
    seat, cards = event.seat, event.cards
    hand = state.hands[seat]
    for card in cards:
        hand = with_card(hand, card)
    return _with_hands(state, _replaced(state.hands, seat, hand), state.draw_pile[: -len(cards)])


def _with_hands(state: State, hands: tuple[Hand, ...], draw_pile: tuple[str, ...]) -> State:
    count, way, turn, _, discards, _, plays, alive, out, roles, resigned, negative, cap, _ = state
    return State._make((
        count, way, turn, draw_pile, discards, hands, plays,
        alive, out, roles, resigned, negative, cap, None,
    ))  # fmt: skip


def _pile_reshuffled(state: State, event: ev.PileReshuffled) -> State:
    return state._replace(draw_pile=event.cards, discard_pile=())


def _card_taken(state: State, event: ev.CardTaken) -> State:
    seat, target, card = event.seat, event.target, event.card
    hands = _replaced(state.hands, target, without_card(state.hands[target], card))
    hands = _replaced(hands, seat, with_card(hands[seat], card))
    return _with_hands(state, hands, state.draw_pile)


def _hands_swapped(state: State, event: ev.HandsSwapped) -> State:
    hands = _replaced(state.hands, event.seat, event.seat_hand)
    hands = _replaced(hands, event.target, event.target_hand)
    return _with_hands(state, hands, state.draw_pile)


def _gone_out(state: State, event: ev.Eliminated | ev.Resigned) -> State:
    """Take a seat out: its hand lies on the discard pile in canonical order."""
    count, direction, _, draw_pile, discards, hands, plays, alive, out, *others = state
    hands = _replaced(hands, event.seat, ())
    alive = _replaced(alive, event.seat, False)
    moved = (count, direction, event.turn, draw_pile, discards + event.hand, hands, plays)
    return State._make((*moved, alive, (*out, event.seat), *others))


def _resigned(state: State, event: ev.Resigned) -> State:
    return _gone_out(state, event)._replace(resigned=_replaced(state.resigned, event.seat, True))


def _nothing_moved(state: State, event: Event) -> State:
    return state


def _match_ended(state: State, event: ev.MatchEnded) -> State:
    return state._replace(turn=None, result=Result(event.reason, event.ranks))


_MOVES: dict[type[Event], Callable[[Any, Any], State]] = {
    ev.MatchBegun: _match_begun,
    ev.RoleDealt: _role_dealt,
    ev.HandDealt: _hand_dealt,
    ev.CardPlayed: _card_played,
    ev.CardPlayedOver: _card_played_over,
    ev.CardsDrawn: _cards_drawn,
    ev.PileReshuffled: _pile_reshuffled,
    ev.CardTaken: _card_taken,
    ev.NothingTaken: _nothing_moved,
    ev.HandsSwapped: _hands_swapped,
    ev.Eliminated: _gone_out,
    ev.Resigned: _resigned,
    ev.RoleRevealed: _nothing_moved,
    ev.MatchEnded: _match_ended,
}


def apply(state: State | None, event: Event) -> State:
    """Return the state after `event`; the opening event makes the first state."""
    return _MOVES[type(event)](state, event)
