"""Lock one's own brain with a zombie. Source: rules, "Lay"."""

from __future__ import annotations

from typing import Final

from games.engine.actions import require_keys
from games.engine.contract import Action, Event
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.cards import ZOMBIE
from games.rules.zombie_rummy.events import BrainLocked
from games.rules.zombie_rummy.state import Stack, State
from games.rules.zombie_rummy.verbs.common import Reason, check, read_stack, require_card

NOT_YOUR_BRAIN: Final = ("not_your_brain", gettext_noop("Choose one of your own brains."))
ALREADY_LOCKED: Final = (
    "already_locked",
    gettext_noop("A zombie already locks that brain. Choose another."),
)


def refusal(seat: int, holder: int, stack: Stack) -> Reason | None:
    """Return why the seat cannot lock the stack in front of `holder`."""
    if holder != seat or not stack.brain:
        return NOT_YOUR_BRAIN
    return ALREADY_LOCKED if stack.zombie else None


def legal(state: State, seat: int) -> list[Action]:
    """Return one action for each free brain of the seat."""
    if not state.holds(seat, ZOMBIE):
        return []
    return [
        {"type": "lock", "stack": stack.id}
        for stack in state.tables[seat]
        if refusal(seat, seat, stack) is None
    ]


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Put the zombie on the brain."""
    require_keys(action, ["stack"])
    require_card(state, seat, ZOMBIE)
    holder, stack = read_stack(state, action)
    check(refusal(seat, holder, stack))
    return [BrainLocked(seat, stack.id)]
