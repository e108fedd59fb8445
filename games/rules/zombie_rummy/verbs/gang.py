"""Turn an open zombie into a horde. Source: rules, "Lay" and the barricade."""

from __future__ import annotations

from typing import Final

from games.engine.actions import require_keys
from games.engine.contract import Action, Event
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.cards import GANG
from games.rules.zombie_rummy.events import HordeFormed
from games.rules.zombie_rummy.state import Stack, State
from games.rules.zombie_rummy.verbs.common import (
    BEHIND_BARRICADE,
    Reason,
    check,
    read_stack,
    require_card,
)

NO_OPEN_ZOMBIE: Final = (
    "no_open_zombie",
    gettext_noop("Play a gang on an open zombie: one with nothing on it."),
)


def refusal(state: State, seat: int, holder: int, stack: Stack) -> Reason | None:
    """Return why the seat's gang cannot be put on the stack in front of `holder`."""
    if not stack.open_zombie:
        return NO_OPEN_ZOMBIE
    return BEHIND_BARRICADE if holder != seat and state.barricaded(holder) else None


def legal(state: State, seat: int) -> list[Action]:
    """Return one action for each zombie that can become a horde."""
    if not state.holds(seat, GANG):
        return []
    return [
        {"type": "gang", "stack": stack.id}
        for holder, stack in state.stacks()
        if refusal(state, seat, holder, stack) is None
    ]


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Cover the zombie with the gang."""
    require_keys(action, ["stack"])
    require_card(state, seat, GANG)
    holder, stack = read_stack(state, action)
    check(refusal(state, seat, holder, stack))
    return [HordeFormed(seat, holder, stack.id)]
