"""Fold the field's events into the state. Total, like `apply.py`. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.contract import Event
from games.rules.death_frontline import field_events as battle
from games.rules.death_frontline.field import Effect, Facility, Unit
from games.rules.death_frontline.hands import discard, take
from games.rules.death_frontline.state import Removed, State


def _deployed(state: State, event: battle.Deployed) -> State:
    unit = Unit(event.cell, event.card, event.seat, False, False, state.round)
    field = state.field.with_unit(unit)
    return state._replace(seats=take(state.seats, event.seat, event.card), field=field)


def _moved(state: State, event: battle.Moved) -> State:
    unit = state.field.unit_at[event.start]
    there = unit._replace(cell=event.path[-1], moved=unit.moved or event.counts)
    field = state.field.without_unit(event.start).with_unit(there)
    return state._replace(field=field)


def _advanced(state: State, event: battle.Advanced) -> State:
    there = state.field.unit_at[event.start]._replace(cell=event.cell)
    field = state.field.without_unit(event.start).with_unit(there)
    return state._replace(field=field)


def _broke_through(state: State, event: battle.BrokeThrough) -> State:
    removed = (*state.removed, Removed(event.card, event.seat))
    return state._replace(field=state.field.without_unit(event.cell), removed=removed)


def _built(state: State, event: battle.Built) -> State:
    field = state.field.with_facility(Facility(event.cell, event.card, event.seat))
    return state._replace(seats=take(state.seats, event.seat, event.card), field=field)


def _skill_played(state: State, event: battle.SkillPlayed) -> State:
    seats = take(state.seats, event.seat, event.card)
    return state._replace(seats=discard(seats, event.seat, event.card))


def _effect_began(state: State, event: battle.EffectBegan) -> State:
    effect = Effect(event.effect, event.amount, event.seat)
    return state._replace(field=state.field.with_effect(effect))


def _suppressed(state: State, event: battle.Suppressed) -> State:
    return state._replace(field=state.field.exhausting((event.cell,)))


def _attacked(state: State, event: battle.Attacked) -> State:
    return state._replace(field=state.field.exhausting(event.attackers))


def _unit_lost(state: State, event: battle.UnitLost) -> State:
    field = state.field.without_unit(event.cell)
    return state._replace(seats=discard(state.seats, event.seat, event.card), field=field)


def _facility_lost(state: State, event: battle.FacilityLost) -> State:
    field = state.field.without_facility(event.cell)
    return state._replace(seats=discard(state.seats, event.seat, event.card), field=field)


FIELD_HANDLERS: dict[type[Event], Callable[[Any, Any], State]] = {
    battle.Deployed: _deployed,
    battle.Moved: _moved,
    battle.Advanced: _advanced,
    battle.BrokeThrough: _broke_through,
    battle.Built: _built,
    battle.SkillPlayed: _skill_played,
    battle.EffectBegan: _effect_began,
    battle.Suppressed: _suppressed,
    battle.Attacked: _attacked,
    battle.UnitLost: _unit_lost,
    battle.FacilityLost: _facility_lost,
}
