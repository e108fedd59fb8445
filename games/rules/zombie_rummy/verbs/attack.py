"""Send a zombie at another player. Source: rules, "Lay" and the barricade."""

from __future__ import annotations

from typing import Final

from games.engine.actions import require_keys
from games.engine.contract import Action, Event
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.cards import ZOMBIE
from games.rules.zombie_rummy.events import SeatAttacked
from games.rules.zombie_rummy.state import State
from games.rules.zombie_rummy.verbs.common import (
    BEHIND_BARRICADE,
    Reason,
    check,
    read_player,
    require_card,
)

NOT_YOURSELF: Final = (
    "not_yourself",
    gettext_noop("Send a zombie at another player, not at yourself."),
)


def refusal(state: State, seat: int, target: int) -> Reason | None:
    """Return why the seat's zombie cannot be sent at `target`."""
    if target == seat:
        return NOT_YOURSELF
    return BEHIND_BARRICADE if state.barricaded(target) else None


def legal(state: State, seat: int) -> list[Action]:
    """Return one attack for each player who can be attacked."""
    if not state.holds(seat, ZOMBIE):
        return []
    return [
        {"type": "attack", "seat": target}
        for target in state.playing()
        if refusal(state, seat, target) is None
    ]


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Put the zombie in front of the player as a new stack."""
    require_keys(action, ["seat"])
    require_card(state, seat, ZOMBIE)
    target = read_player(state, action)
    check(refusal(state, seat, target))
    return [SeatAttacked(seat, target, state.stacks_made + 1)]
