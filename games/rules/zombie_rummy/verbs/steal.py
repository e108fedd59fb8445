"""Stealing another's brain with a zombie. Source: rules, "Lay" and the barricade."""

from __future__ import annotations

from typing import Final

from games.engine.actions import require_keys
from games.engine.contract import Action, Event
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.cards import ZOMBIE
from games.rules.zombie_rummy.events import BrainStolen
from games.rules.zombie_rummy.state import Stack, State
from games.rules.zombie_rummy.verbs.common import (
    BEHIND_BARRICADE,
    Reason,
    check,
    read_stack,
    require_card,
)

NOT_ANOTHERS_BRAIN: Final = (
    "not_anothers_brain",
    gettext_noop("That is not another player’s brain."),
)
LOCKED: Final = ("brain_locked", gettext_noop("A zombie locks that brain; it cannot be stolen."))


def refusal(state: State, seat: int, holder: int, stack: Stack) -> Reason | None:
    """Return why the seat cannot steal the stack in front of `holder`."""
    if holder == seat or not stack.brain:
        return NOT_ANOTHERS_BRAIN
    if stack.zombie:
        return LOCKED
    return BEHIND_BARRICADE if state.barricaded(holder) else None


def legal(state: State, seat: int) -> list[Action]:
    """Return one theft for each brain that can be stolen."""
    if not state.holds(seat, ZOMBIE):
        return []
    return [
        {"type": "steal", "stack": stack.id}
        for holder, stack in state.stacks()
        if refusal(state, seat, holder, stack) is None
    ]


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Take the brain, with the zombie on it, to the end of the seat's table."""
    require_keys(action, ["stack"])
    require_card(state, seat, ZOMBIE)
    holder, stack = read_stack(state, action)
    check(refusal(state, seat, holder, stack))
    return [BrainStolen(seat, holder, stack.id)]
