"""Folding one event into the state. Total: it moves, and never judges. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine.contract import Event, Result
from games.rules.death_frontline import events as told
from games.rules.death_frontline import field_events as battle
from games.rules.death_frontline.field import (
    Cell,
    Effect,
    Facility,
    Field,
    Unit,
    reading_order,
)
from games.rules.death_frontline.state import (
    MULLIGAN,
    OVER,
    Removed,
    SeatState,
    State,
    sort_hand,
)


def apply(state: State | None, event: Event) -> State:
    """Return the state after `event`; the first event of a match makes it."""
    if isinstance(event, told.MatchBegan):
        return _begin(event)
    if state is None:
        raise ValueError("a match's first event is MatchBegan")
    return _apply_field(state, event) if _is_on_field(event) else _apply_match(state, event)


def _is_on_field(event: Event) -> bool:
    return type(event).__module__ == battle.__name__


def _begin(event: told.MatchBegan) -> State:
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


def _apply_match(state: State, event: Event) -> State:
    """Fold what happened to the match and to the hands."""
    match event:
        case told.Dealt(seat, hand, pile) | told.Mulliganed(seat, hand, pile):
            return _seat(state, seat, hand=sort_hand(hand), draw_pile=pile)
        case told.RoundBegan(number, order):
            return _round(state, number, order)
        case told.StepBegan(step, passed):
            return replace(state, step=step, passed=passed, turn=None)
        case told.TurnBegan(seat, could_act):
            could = state.could_act[seat] or could_act
            return replace(state, turn=seat, could_act=_set(state.could_act, seat, could))
        case told.Drew(seat, card):
            return _draw(state, seat, card)
        case told.Discarded(seat, card):
            return _discard(_take(state, seat, card), seat, card)
        case told.Passed(seat):
            return replace(state, passed=_set(state.passed, seat, True))
        case told.EndOffered(seat):
            return replace(state, offers=_set(state.offers, seat, True))
        case told.Resigned(seat, cards):
            return _resign(state, seat, cards)
        case told.MatchEnded(reason, _, ranks, _):
            return replace(state, step=OVER, turn=None, result=Result(reason, ranks))
        case _:
            return state


def _apply_field(state: State, event: Event) -> State:
    """Fold what happened on the field."""
    match event:
        case battle.Deployed(seat, card, cell):
            unit = Unit(cell, card, seat, False, False, state.round)
            return _field(_take(state, seat, card), _with_unit(state.field, unit))
        case battle.Moved(_, _, start, path, counts):
            unit = state.field.unit_at[start]
            moved = replace(unit, cell=path[-1], moved=unit.moved or counts)
            return _field(state, _with_unit(_without_unit(state.field, start), moved))
        case battle.Advanced(_, _, start, cell):
            unit = replace(state.field.unit_at[start], cell=cell)
            return _field(state, _with_unit(_without_unit(state.field, start), unit))
        case battle.BrokeThrough(seat, card, cell):
            removed = (*state.removed, Removed(card, seat))
            return replace(state, field=_without_unit(state.field, cell), removed=removed)
        case battle.Built(seat, card, cell):
            facility = Facility(cell, card, seat)
            return _field(_take(state, seat, card), _with_facility(state.field, facility))
        case battle.SkillPlayed(seat, card, _):
            return _discard(_take(state, seat, card), seat, card)
        case battle.EffectBegan(seat, effect, amount):
            effects = (*state.field.effects, Effect(effect, amount, seat))
            return _field(state, replace(state.field, effects=effects))
        case battle.Suppressed(_, _, cell):
            return _field(state, _exhaust(state.field, (cell,)))
        case battle.Attacked(attackers=cells):
            return _field(state, _exhaust(state.field, cells))
        case battle.UnitLost(seat, card, cell, _):
            return _discard(_field(state, _without_unit(state.field, cell)), seat, card)
        case battle.FacilityLost(seat, card, cell, _):
            return _discard(_field(state, _without_facility(state.field, cell)), seat, card)
        case _:
            return state


def _round(state: State, number: int, order: tuple[int, ...]) -> State:
    """Begin a round: what lasts a round is gone."""
    nobody = (False,) * len(state.seats)
    units = tuple(replace(unit, exhausted=False, moved=False) for unit in state.field.units)
    return replace(
        state,
        round=number,
        order=order,
        offers=nobody,
        could_act=nobody,
        field=replace(state.field, units=units, effects=()),
    )


def _draw(state: State, seat: int, card: str) -> State:
    own = state.seats[seat]
    return _seat(state, seat, hand=sort_hand([*own.hand, card]), draw_pile=own.draw_pile[:-1])


def _resign(state: State, seat: int, cards: tuple[str, ...]) -> State:
    own = state.seats[seat]
    state = _seat(state, seat, hand=(), draw_pile=(), discard_pile=(*own.discard_pile, *cards))
    return replace(
        state,
        resigned=_set(state.resigned, seat, True),
        passed=_set(state.passed, seat, True),
    )


def _set(flags: tuple[bool, ...], seat: int, value: bool) -> tuple[bool, ...]:
    return (*flags[:seat], value, *flags[seat + 1 :])


def _seat(state: State, seat: int, **changes: Any) -> State:
    """Return the state with one seat's cards changed."""
    own = replace(state.seats[seat], **changes)
    return replace(state, seats=(*state.seats[:seat], own, *state.seats[seat + 1 :]))


def _take(state: State, seat: int, card: str) -> State:
    """Take one card out of a hand."""
    hand = list(state.seats[seat].hand)
    hand.remove(card)
    return _seat(state, seat, hand=tuple(hand))


def _discard(state: State, seat: int, card: str) -> State:
    """Lay one card on top of a discard pile."""
    return _seat(state, seat, discard_pile=(*state.seats[seat].discard_pile, card))


def _field(state: State, field: Field) -> State:
    return replace(state, field=field)


def _with_unit(field: Field, unit: Unit) -> Field:
    units = sorted((*field.units, unit), key=lambda other: reading_order(other.cell))
    return replace(field, units=tuple(units))


def _without_unit(field: Field, cell: Cell) -> Field:
    return replace(field, units=tuple(unit for unit in field.units if unit.cell != cell))


def _with_facility(field: Field, facility: Facility) -> Field:
    things = sorted((*field.facilities, facility), key=lambda other: reading_order(other.cell))
    return replace(field, facilities=tuple(things))


def _without_facility(field: Field, cell: Cell) -> Field:
    left = tuple(thing for thing in field.facilities if thing.cell != cell)
    return replace(field, facilities=left)


def _exhaust(field: Field, cells: tuple[Cell, ...]) -> Field:
    units = tuple(
        replace(unit, exhausted=True) if unit.cell in cells else unit for unit in field.units
    )
    return replace(field, units=units)
