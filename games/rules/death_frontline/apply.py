"""Fold events into the state. Total: it never judges. Pure.

Events of the match and the hands are folded here, the field's in `apply_field.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.engine.contract import Event, Result
from games.engine.stocks import StocksMade
from games.rules.death_frontline import events as told
from games.rules.death_frontline.apply_field import FIELD_HANDLERS
from games.rules.death_frontline.field import Field
from games.rules.death_frontline.hands import discard, put_seat, take
from games.rules.death_frontline.state import MULLIGAN, OVER, SeatState, State, sort_hand


def apply(state: State | None, events: Iterable[Event]) -> State:
    """Return the state after `events`; the first event of a match creates it."""
    for event in events:
        state = HANDLERS[type(event)](state, event)
    assert state is not None
    return state


def _match_began(state: None, event: told.MatchBegan) -> State:
    nobody = (False,) * len(event.decks)
    return State(
        end_on=event.end_on,
        max_rounds=event.max_rounds,
        round=1,
        step=MULLIGAN,
        order=event.order,
        turn=None,
        passed=nobody,
        seats=tuple(SeatState(deck) for deck in event.decks),
        field=Field(event.width),
        offers=nobody,
        could_act=nobody,
        resigned=nobody,
    )


def _dealt(state: State, event: told.Dealt | told.Mulliganed) -> State:
    own = state.seats[event.seat]
    dealt = own._replace(hand=sort_hand(event.hand), draw_pile=event.draw_pile)
    return state._replace(seats=put_seat(state.seats, event.seat, dealt))


def _stocks_made(state: State, event: StocksMade) -> State:
    return state._replace(apart=True)


def _round_began(state: State, event: told.RoundBegan) -> State:
    """Begin a round, clearing everything that lasts only a round."""
    nobody = (False,) * len(state.seats)
    return state._replace(
        round=event.round,
        order=event.order,
        offers=nobody,
        could_act=nobody,
        field=state.field.rested(),
    )


def _step_began(state: State, event: told.StepBegan) -> State:
    return state._replace(turn=None, passed=event.passed, step=event.step)


def _turn_began(state: State, event: told.TurnBegan) -> State:
    could_act = state.could_act
    if event.could_act and not could_act[event.seat]:
        could_act = _marked(could_act, event.seat)
    return state._replace(turn=event.seat, could_act=could_act)


def _drew(state: State, event: told.Drew) -> State:
    own = state.seats[event.seat]
    hand = sort_hand((*own.hand, event.card))
    drawn = own._replace(hand=hand, draw_pile=own.draw_pile[:-1])
    return state._replace(seats=put_seat(state.seats, event.seat, drawn))


def _discarded(state: State, event: told.Discarded) -> State:
    seats = take(state.seats, event.seat, event.card)
    return state._replace(seats=discard(seats, event.seat, event.card))


def _passed(state: State, event: told.Passed) -> State:
    return state._replace(passed=_marked(state.passed, event.seat))


def _end_offered(state: State, event: told.EndOffered) -> State:
    return state._replace(offers=_marked(state.offers, event.seat))


def _resigned(state: State, event: told.Resigned) -> State:
    seat = event.seat
    own = state.seats[seat]
    without = SeatState(own.deck, discard_pile=(*own.discard_pile, *event.cards))
    return state._replace(
        seats=put_seat(state.seats, seat, without),
        resigned=_marked(state.resigned, seat),
        passed=_marked(state.passed, seat),
    )


def _match_ended(state: State, event: told.MatchEnded) -> State:
    return state._replace(step=OVER, turn=None, result=Result(event.reason, event.ranks))


def _unchanged(state: State, event: Event) -> State:
    return state


def _marked(flags: tuple[bool, ...], seat: int) -> tuple[bool, ...]:
    """Return the flags with one seat's flag set."""
    return (*flags[:seat], True, *flags[seat + 1 :])


HANDLERS: dict[type[Event], Callable[[Any, Any], State]] = {
    StocksMade: _stocks_made,
    told.MatchBegan: _match_began,
    told.Dealt: _dealt,
    told.Kept: _unchanged,
    told.Mulliganed: _dealt,
    told.RoundBegan: _round_began,
    told.StepBegan: _step_began,
    told.TurnBegan: _turn_began,
    told.Drew: _drew,
    told.DrawSkipped: _unchanged,
    told.Discarded: _discarded,
    told.Passed: _passed,
    told.EndOffered: _end_offered,
    told.Resigned: _resigned,
    told.MatchEnded: _match_ended,
    **FIELD_HANDLERS,
}
