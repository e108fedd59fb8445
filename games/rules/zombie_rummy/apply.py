"""Fold events into a state: move cards and numbers, judge nothing.

Imports only `games.engine` and its siblings; never `verbs`, `rounds` or `sets`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.engine.contract import Event, Result
from games.engine.stocks import StocksMade, without_top
from games.rules.zombie_rummy import events as ev
from games.rules.zombie_rummy.cards import BRAIN, GANG, NUKE, ZOMBIE, in_order, without
from games.rules.zombie_rummy.state import DRAW, LAY, OVER, LaidSet, Stack, State, Table


def apply(state: State | None, events: Iterable[Event]) -> State:
    """Return the state after the events (`state` is None before the first)."""
    for event in events:
        state = HANDLERS[type(event)](state, event)
    assert state is not None
    return state


def match_started(state: None, event: ev.MatchStarted) -> State:
    """Create the state that the first round is dealt into."""
    nothing = (0,) * event.seats
    return State(
        seats=event.seats,
        end=event.end,
        target=event.target,
        resigned=(False,) * event.seats,
        totals=nothing,
        round_wins=nothing,
    )


def round_began(state: State, event: ev.RoundBegan) -> State:
    """Clear the table for a new round."""
    return state._replace(
        round=event.round,
        dealer=event.dealer,
        turns_played=0,
        stacks_made=0,
        draw_pile=event.draw_pile,
        discard_pile=(),
        removed=(),
        hands=((),) * state.seats,
        tables=((),) * state.seats,
        has_melded=(False,) * state.seats,
    )


def stocks_made(state: State, event: StocksMade) -> State:
    """Divide the draw pile among the seats."""
    return state._replace(stocks=event.sizes)


def hand_dealt(state: State, event: ev.HandDealt) -> State:
    """Give a seat its hand."""
    return state._replace(hands=_put(state.hands, event.seat, in_order(event.cards)))


def first_card_turned(state: State, event: ev.FirstCardTurned) -> State:
    """Start the discard pile."""
    return state._replace(discard_pile=(event.card,))


def turn_began(state: State, event: ev.TurnBegan) -> State:
    """Pass the turn to the next seat."""
    return state._replace(turn=event.seat, phase=DRAW, must_meld=None)


def card_drawn(state: State, event: ev.CardDrawn) -> State:
    """Move the top card of the draw pile to the hand."""
    pile, stocks = without_top(state.draw_pile, state.stocks, event.seat)
    return state._replace(
        phase=LAY,
        must_meld=None,
        hands=_take(state, event.seat, (event.card,)),
        draw_pile=pile,
        stocks=stocks,
    )


def discards_taken(state: State, event: ev.DiscardsTaken) -> State:
    """Move the top cards of the discard pile to the hand."""
    return state._replace(
        phase=LAY,
        must_meld=event.must_meld,
        hands=_take(state, event.seat, event.cards),
        discard_pile=state.discard_pile[: -len(event.cards)],
    )


def card_placed(state: State, event: ev.CardPlaced) -> State:
    """Put a brain or a device on its player's table."""
    if event.card == BRAIN:
        stack = Stack(event.stack, brain=True)
    else:
        stack = Stack(event.stack, device=event.card)
    return _add_stack(state, event.seat, (event.card,), event.seat, stack)


def seat_attacked(state: State, event: ev.SeatAttacked) -> State:
    """Put a zombie in front of another seat."""
    stack = Stack(event.stack, zombie=True)
    return _add_stack(state, event.seat, (ZOMBIE,), event.target, stack)


def brain_locked(state: State, event: ev.BrainLocked) -> State:
    """Put a zombie on its player's brain."""
    return _change_stack(state, event.seat, (ZOMBIE,), event.seat, event.stack, zombie=True)


def brain_stolen(state: State, event: ev.BrainStolen) -> State:
    """Put a zombie on another seat's brain and move the stack to the thief."""
    tables = _without_stack(state, event.victim, event.stack)
    stack = Stack(event.stack, brain=True, zombie=True)
    tables = _put(tables, event.seat, (*tables[event.seat], stack))
    return state._replace(hands=_lose(state, event.seat, (ZOMBIE,)), tables=tables)


def device_broken(state: State, event: ev.DeviceBroken) -> State:
    """Remove a zombie and a device from the round."""
    return state._replace(
        hands=_lose(state, event.seat, (ZOMBIE,)),
        tables=_without_stack(state, event.victim, event.stack),
        removed=(*state.removed, ZOMBIE, event.device),
    )


def horde_formed(state: State, event: ev.HordeFormed) -> State:
    """Put a gang on a zombie."""
    return _change_stack(state, event.seat, (GANG,), event.holder, event.stack, gang=True)


def set_laid(state: State, event: ev.SetLaid) -> State:
    """Put a set on the bare table, a zombie or a horde of its player."""
    laid = LaidSet(event.kind, event.cards)
    if event.on == "table":
        stack = Stack(event.stack, set=laid)
        after = _add_stack(state, event.seat, event.cards, event.seat, stack)
    else:
        after = _change_stack(state, event.seat, event.cards, event.seat, event.stack, set=laid)
    melded = state.has_melded[event.seat] or event.weapons
    has_melded = _put(state.has_melded, event.seat, melded)
    return after._replace(must_meld=None, has_melded=has_melded)


def card_laid_off(state: State, event: ev.CardLaidOff) -> State:
    """Add a card to a set on any table."""
    laid = LaidSet(event.kind, event.cards)
    return _change_stack(state, event.seat, (event.card,), event.holder, event.stack, set=laid)


def seat_nuked(state: State, event: ev.SeatNuked) -> State:
    """Remove the nuke and every card of its target from the round."""
    nuked = state._replace(
        hands=_lose(state, event.seat, (NUKE,)),
        removed=(*state.removed, NUKE),
    )
    return _remove_seat_cards(nuked, event.target, event.table + event.hand)


def card_discarded(state: State, event: ev.CardDiscarded) -> State:
    """Put a card on top of the discard pile."""
    return state._replace(
        hands=_lose(state, event.seat, (event.card,)),
        discard_pile=(*state.discard_pile, event.card),
    )


def turn_ended(state: State, event: ev.TurnEnded) -> State:
    """Count a finished turn."""
    return state._replace(turns_played=state.turns_played + 1)


def round_ended(state: State, event: ev.RoundEnded) -> State:
    """Record the round's scores."""
    return state._replace(round_scores=(*state.round_scores, event.scores))


def seat_scored(state: State, event: ev.SeatScored) -> State:
    """Record a seat's new total."""
    return state._replace(totals=_put(state.totals, event.seat, event.total))


def round_won(state: State, event: ev.RoundWon) -> State:
    """Count a won round."""
    wins = state.round_wins[event.seat] + 1
    return state._replace(round_wins=_put(state.round_wins, event.seat, wins))


def seat_resigned(state: State, event: ev.SeatResigned) -> State:
    """Remove a seat's cards from the round, and the seat from the match."""
    without = _remove_seat_cards(state, event.seat, event.table + event.hand)
    return without._replace(
        resigned=_put(state.resigned, event.seat, True),
        resign_order=(*state.resign_order, event.seat),
    )


def match_ended(state: State, event: ev.MatchEnded) -> State:
    """Close the match, leaving everything else in place."""
    result = Result(event.reason, event.ranks, event.scores)
    return state._replace(turn=None, phase=OVER, must_meld=None, result=result)


def _put(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """Return the tuple with the seat's element replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def _take(state: State, seat: int, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the hands with `cards` added to a seat's."""
    return _put(state.hands, seat, in_order(state.hands[seat] + cards))


def _lose(state: State, seat: int, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the hands with `cards` taken from a seat's."""
    return _put(state.hands, seat, without(state.hands[seat], cards))


def _add_stack(state: State, seat: int, cards: tuple[str, ...], holder: int, stack: Stack) -> State:
    """Move cards from a hand into a new stack in front of `holder`."""
    return state._replace(
        hands=_lose(state, seat, cards),
        tables=_put(state.tables, holder, (*state.tables[holder], stack)),
        stacks_made=stack.id,
    )


def _change_stack(
    state: State, seat: int, cards: tuple[str, ...], holder: int, stack_id: int, **changes: Any
) -> State:
    """Move cards from a hand onto a stack in front of `holder`."""
    table: Table = tuple(
        stack._replace(**changes) if stack.id == stack_id else stack
        for stack in state.tables[holder]
    )
    return state._replace(hands=_lose(state, seat, cards), tables=_put(state.tables, holder, table))


def _without_stack(state: State, holder: int, stack_id: int) -> tuple[Table, ...]:
    """Return the tables without one stack."""
    table = tuple(stack for stack in state.tables[holder] if stack.id != stack_id)
    return _put(state.tables, holder, table)


def _remove_seat_cards(state: State, seat: int, cards: tuple[str, ...]) -> State:
    """Move every card of a seat out of the round."""
    return state._replace(
        hands=_put(state.hands, seat, ()),
        tables=_put(state.tables, seat, ()),
        removed=state.removed + cards,
    )


HANDLERS: dict[type[Event], Callable[[Any, Any], State]] = {
    ev.MatchStarted: match_started,
    ev.RoundBegan: round_began,
    StocksMade: stocks_made,
    ev.HandDealt: hand_dealt,
    ev.FirstCardTurned: first_card_turned,
    ev.TurnBegan: turn_began,
    ev.CardDrawn: card_drawn,
    ev.DiscardsTaken: discards_taken,
    ev.CardPlaced: card_placed,
    ev.SeatAttacked: seat_attacked,
    ev.BrainLocked: brain_locked,
    ev.BrainStolen: brain_stolen,
    ev.DeviceBroken: device_broken,
    ev.HordeFormed: horde_formed,
    ev.SetLaid: set_laid,
    ev.CardLaidOff: card_laid_off,
    ev.SeatNuked: seat_nuked,
    ev.CardDiscarded: card_discarded,
    ev.TurnEnded: turn_ended,
    ev.RoundEnded: round_ended,
    ev.SeatScored: seat_scored,
    ev.RoundWon: round_won,
    ev.SeatResigned: seat_resigned,
    ev.MatchEnded: match_ended,
}
