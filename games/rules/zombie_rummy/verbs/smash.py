"""Break another seat's radio or barricade with a zombie (the action `break`).

Source: rules, "Lay" and the barricade.
"""

from __future__ import annotations

from typing import Final

from games.engine.contract import Action, Event
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.cards import RADIO
from games.rules.zombie_rummy.events import DeviceBroken
from games.rules.zombie_rummy.state import Stack, State
from games.rules.zombie_rummy.verbs.common import (
    BEHIND_BARRICADE,
    Reason,
    zombie_legal,
    zombie_target,
)

NOT_ANOTHERS_DEVICE: Final = (
    "not_anothers_device",
    gettext_noop("Choose another player’s radio or barricade."),
)


def refusal(state: State, seat: int, holder: int, stack: Stack) -> Reason | None:
    """Return why the seat cannot break the stack in front of `holder`."""
    if holder == seat or stack.device is None:
        return NOT_ANOTHERS_DEVICE
    behind = stack.device == RADIO and state.barricaded(holder)
    return BEHIND_BARRICADE if behind else None


def legal(state: State, seat: int) -> list[Action]:
    """Return one action for each device that can be broken."""
    return zombie_legal(state, seat, "break", refusal)


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Remove the zombie and the device."""
    holder, stack = zombie_target(state, seat, action, refusal)
    return [DeviceBroken(seat, holder, stack.id, str(stack.device))]
