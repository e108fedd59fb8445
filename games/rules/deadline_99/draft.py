"""Collect an action's events and apply each to the position. Pure.

Applying never judges: whatever a rule decided (whose turn is next, what was
drawn, the new count) is in the event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.engine.contract import Event, Result
from games.engine.stocks import StocksMade, without_top
from games.rules.deadline_99 import events as ev
from games.rules.deadline_99.cards import with_card, without_card
from games.rules.deadline_99.state import State


class Draft:
    """A copy of a state that can be changed, and the events that have changed it so far.

    An action has two or more events, and making a state for each would cost more than the rules.
    """

    __slots__ = ("events", *State._fields)

    def __init__(self, state: State) -> None:
        self.events: list[Event] = []
        self.count = state.count
        self.direction = state.direction
        self.turn = state.turn
        self.draw_pile = state.draw_pile
        self.discard_pile = state.discard_pile
        self.hands = list(state.hands)
        self.plays = state.plays
        self.alive = state.alive
        self.eliminated = state.eliminated
        self.roles = state.roles
        self.resigned = state.resigned
        self.allow_negative = state.allow_negative
        self.cap = state.cap
        self.result = state.result
        self.stocks = state.stocks

    def state(self) -> State:
        """Return the current position as a State."""
        return State(
            count=self.count,
            direction=self.direction,
            turn=self.turn,
            draw_pile=self.draw_pile,
            discard_pile=self.discard_pile,
            hands=tuple(self.hands),
            plays=self.plays,
            alive=self.alive,
            eliminated=self.eliminated,
            roles=self.roles,
            resigned=self.resigned,
            allow_negative=self.allow_negative,
            cap=self.cap,
            result=self.result,
            stocks=self.stocks,
        )

    def add(self, event: Event) -> None:
        """Record `event` and apply it."""
        self.events.append(event)
        _HANDLERS[type(event)](self, event)


def apply(state: State | None, events: Sequence[Event]) -> State:
    """Return the state after `events`; the opening event creates the first state."""
    if state is None:
        state, events = _begun(events[0]), events[1:]
    draft = Draft(state)
    for event in events:
        draft.add(event)
    return draft.state()


def _begun(event: Any) -> State:
    """Return the first state, created by a MatchBegun."""
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


def _replaced(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """Return the tuple with one seat's element replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def _role_dealt(draft: Draft, event: ev.RoleDealt) -> None:
    draft.roles = _replaced(draft.roles or (), event.seat, event.role)


def _hand_dealt(draft: Draft, event: ev.HandDealt) -> None:
    draft.hands[event.seat] = event.cards


def _card_played(draft: Draft, event: ev.CardPlayed) -> None:
    draft.count, draft.direction, draft.turn = event.count, event.direction, event.turn
    _card_laid(draft, event)


def _card_laid(draft: Draft, event: ev.CardPlayed | ev.CardPlayedOver) -> None:
    card, hands = event.card, draft.hands
    hands[event.seat] = without_card(hands[event.seat], card)
    draft.discard_pile += (card,)
    draft.plays += 1


def _cards_drawn(draft: Draft, event: ev.CardsDrawn) -> None:
    hand = draft.hands[event.seat]
    for card in event.cards:
        hand = with_card(hand, card)
    draft.hands[event.seat] = hand
    draft.draw_pile, draft.stocks = without_top(
        draft.draw_pile, draft.stocks, event.seat, len(event.cards)
    )


def _stocks_made(draft: Draft, event: StocksMade) -> None:
    draft.stocks = event.sizes


def _pile_reshuffled(draft: Draft, event: ev.PileReshuffled) -> None:
    draft.draw_pile, draft.discard_pile = event.cards, ()


def _card_taken(draft: Draft, event: ev.CardTaken) -> None:
    card, hands = event.card, draft.hands
    hands[event.target] = without_card(hands[event.target], card)
    hands[event.seat] = with_card(hands[event.seat], card)


def _hands_swapped(draft: Draft, event: ev.HandsSwapped) -> None:
    draft.hands[event.seat] = event.seat_hand
    draft.hands[event.target] = event.target_hand


def _gone_out(draft: Draft, event: ev.Eliminated | ev.Resigned) -> None:
    """Take a seat out, moving its hand to the discard pile in canonical order."""
    draft.turn = event.turn
    draft.hands[event.seat] = ()
    draft.discard_pile += event.hand
    draft.alive = _replaced(draft.alive, event.seat, False)
    draft.eliminated += (event.seat,)


def _resigned(draft: Draft, event: ev.Resigned) -> None:
    _gone_out(draft, event)
    draft.resigned = _replaced(draft.resigned, event.seat, True)


def _nothing_moved(draft: Draft, event: Event) -> None:
    pass


def _match_ended(draft: Draft, event: ev.MatchEnded) -> None:
    draft.turn, draft.result = None, Result(event.reason, event.ranks)


_HANDLERS: dict[type[Event], Callable[[Draft, Any], None]] = {
    StocksMade: _stocks_made,
    ev.RoleDealt: _role_dealt,
    ev.HandDealt: _hand_dealt,
    ev.CardPlayed: _card_played,
    ev.CardPlayedOver: _card_laid,
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
