"""Steal another seat's brain with a zombie. Source: rules, "Lay" and the barricade."""

from __future__ import annotations

from typing import Final

from games.engine.contract import Action, Event
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.events import BrainStolen
from games.rules.zombie_rummy.state import Stack, State
from games.rules.zombie_rummy.verbs.common import (
    BEHIND_BARRICADE,
    Reason,
    zombie_legal,
    zombie_target,
)

NOT_ANOTHERS_BRAIN: Final = (
    "not_anothers_brain",
    gettext_noop("Choose another player’s brain."),
)
LOCKED: Final = ("brain_locked", gettext_noop("A zombie locks that brain, so you can’t steal it."))


def refusal(state: State, seat: int, holder: int, stack: Stack) -> Reason | None:
    """Return why the seat cannot steal the stack in front of `holder`."""
    if holder == seat or not stack.brain:
        return NOT_ANOTHERS_BRAIN
    if stack.zombie:
        return LOCKED
    return BEHIND_BARRICADE if state.barricaded(holder) else None


def legal(state: State, seat: int) -> list[Action]:
    """Return one action for each brain that can be stolen."""
    return zombie_legal(state, seat, "steal", refusal)


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Move the brain, with the zombie on it, to the end of the seat's table."""
    holder, stack = zombie_target(state, seat, action, refusal)
    return [BrainStolen(seat, holder, stack.id)]
