"""Collect one action's events so far, and the resulting state. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.engine.chance import Chance
from games.engine.contract import Action, Event
from games.rules.death_frontline.apply import apply
from games.rules.death_frontline.field import Cell
from games.rules.death_frontline.field_events import FacilityLost, UnitLost
from games.rules.death_frontline.state import State


class Course:
    """Collects the events an action causes, folding each so that the next sees its effect."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Record `event` and fold it into the state."""
        self.events.append(event)
        self.state = apply(self.state, (event,))

    def lose_unit(self, cell: Cell, cause: str) -> None:
        """Destroy the unit in `cell`."""
        unit = self.state.field.unit_at[cell]
        self.add(UnitLost(unit.seat, unit.code, cell, cause))

    def lose_facility(self, cell: Cell, cause: str) -> None:
        """Destroy the facility in `cell`."""
        facility = self.state.field.facility_at[cell]
        self.add(FacilityLost(facility.seat, facility.code, cell, cause))


@dataclass(frozen=True)
class Verb:
    """One type of action: the choices of a seat to act, and their outcome.

    `choices` yields every legal action of this type in normal form; `play`
    judges an action and adds its own events, without what follows from them.
    `has_choice` tells whether `choices` yields any, where that is quicker to find.
    """

    choices: Callable[[State, int], Iterator[Action]]
    play: Callable[[Course, int, Action, Chance], None]
    has_choice: Callable[[State, int], bool] | None = None

    def is_open(self, state: State, seat: int) -> bool:
        """Tell whether any action of this type is legal."""
        if self.has_choice is not None:
            return self.has_choice(state, seat)
        return next(self.choices(state, seat), None) is not None
