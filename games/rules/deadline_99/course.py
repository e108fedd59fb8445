"""Collect an action's events and apply each to the position. Pure.

Applying never judges: whatever a rule decided (whose turn is next, what was
drawn, the new count) is in the event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.engine.contract import Event, Result
from games.rules.deadline_99 import events as ev
from games.rules.deadline_99.cards import Hand, with_card, without_card
from games.rules.deadline_99.state import State


class Course:
    """The events of an action so far, and the resulting position.

    The position has the fields of a State, but mutable: an action has two or
    more events, and building a state for each would cost more than the rules.
    """

    __slots__ = ("events", *State._fields)

    def __init__(self, state: State) -> None:
        self.events: list[Event] = []
        hands: tuple[Hand, ...]
        (
            self.count, self.direction, self.turn, self.draw_pile, self.discard_pile, hands,
            self.plays, self.alive, self.eliminated, self.roles, self.resigned,
            self.allow_negative, self.cap, self.result,
        ) = state  # fmt: skip
        self.hands = list(hands)

    def state(self) -> State:
        """Return the current position as a State."""
        # State._make inlined, saving a call on every action.
        return tuple.__new__(State, (
            self.count, self.direction, self.turn, self.draw_pile, self.discard_pile,
            tuple(self.hands), self.plays, self.alive, self.eliminated, self.roles, self.resigned,
            self.allow_negative, self.cap, self.result,
        ))  # fmt: skip

    def add(self, event: Event) -> None:
        """Record `event` and apply it."""
        self.events.append(event)
        _MOVES[type(event)](self, event)


def apply(state: State | None, event: Event) -> State:
    """Return the state after `event`; the opening event creates the first state."""
    return fold(state, (event,))


def fold(state: State | None, events: Sequence[Event]) -> State:
    """Return the state after one or more `events`."""
    if state is None:
        state, events = _begun(events[0]), events[1:]
    course = Course(state)
    for event in events:
        course.add(event)
    return course.state()


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


def _role_dealt(course: Course, event: ev.RoleDealt) -> None:
    course.roles = _replaced(course.roles or (), event.seat, event.role)


def _hand_dealt(course: Course, event: ev.HandDealt) -> None:
    course.hands[event.seat] = event.cards


def _card_played(course: Course, event: ev.CardPlayed) -> None:
    course.count, course.direction, course.turn = event.count, event.direction, event.turn
    _card_laid(course, event)


def _card_laid(course: Course, event: ev.CardPlayed | ev.CardPlayedOver) -> None:
    card, hands = event.card, course.hands
    hands[event.seat] = without_card(hands[event.seat], card)
    course.discard_pile += (card,)
    course.plays += 1


def _cards_drawn(course: Course, event: ev.CardsDrawn) -> None:
    hand = course.hands[event.seat]
    for card in event.cards:
        hand = with_card(hand, card)
    course.hands[event.seat] = hand
    course.draw_pile = course.draw_pile[: -len(event.cards)]


def _pile_reshuffled(course: Course, event: ev.PileReshuffled) -> None:
    course.draw_pile, course.discard_pile = event.cards, ()


def _card_taken(course: Course, event: ev.CardTaken) -> None:
    card, hands = event.card, course.hands
    hands[event.target] = without_card(hands[event.target], card)
    hands[event.seat] = with_card(hands[event.seat], card)


def _hands_swapped(course: Course, event: ev.HandsSwapped) -> None:
    course.hands[event.seat] = event.seat_hand
    course.hands[event.target] = event.target_hand


def _gone_out(course: Course, event: ev.Eliminated | ev.Resigned) -> None:
    """Take a seat out, moving its hand to the discard pile in canonical order."""
    course.turn = event.turn
    course.hands[event.seat] = ()
    course.discard_pile += event.hand
    course.alive = _replaced(course.alive, event.seat, False)
    course.eliminated += (event.seat,)


def _resigned(course: Course, event: ev.Resigned) -> None:
    _gone_out(course, event)
    course.resigned = _replaced(course.resigned, event.seat, True)


def _nothing_moved(course: Course, event: Event) -> None:
    pass


def _match_ended(course: Course, event: ev.MatchEnded) -> None:
    course.turn, course.result = None, Result(event.reason, event.ranks)


_MOVES: dict[type[Event], Callable[[Course, Any], None]] = {
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
