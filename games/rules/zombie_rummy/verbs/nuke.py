"""Nuke a player, possibly oneself. Source: rules, "Lay" and removed cards."""

from __future__ import annotations

from typing import Final

from games.engine.actions import require_keys
from games.engine.contract import Action, Event
from games.engine.text import gettext_noop
from games.rules.zombie_rummy.cards import NUKE, without
from games.rules.zombie_rummy.events import SeatNuked
from games.rules.zombie_rummy.state import State
from games.rules.zombie_rummy.verbs.common import Reason, check, read_player, require_card

RADIO_GUARDS: Final = ("radio_guards", gettext_noop("A radio protects that player from nukes."))
NOT_ALL_OPEN: Final = (
    "zombie_eliminated",
    gettext_noop(
        "That player has eliminated a zombie. You can only nuke a player whose zombies are "
        "all open."
    ),
)


def refusal(state: State, target: int) -> Reason | None:
    """Return why nobody can nuke `target`."""
    if state.has_radio(target):
        return RADIO_GUARDS
    eliminated = any(stack.zombie and stack.set is not None for stack in state.tables[target])
    return NOT_ALL_OPEN if eliminated else None


def legal(state: State, seat: int) -> list[Action]:
    """Return one nuke for each possible target."""
    if not state.holds(seat, NUKE):
        return []
    return [
        {"type": "nuke", "seat": target}
        for target in state.playing()
        if refusal(state, target) is None
    ]


def decide(state: State, seat: int, action: Action) -> list[Event]:
    """Remove the nuke and every card of its target."""
    require_keys(action, ["seat"])
    require_card(state, seat, NUKE)
    target = read_player(state, action)
    check(refusal(state, target))
    hand = state.hands[target]
    if target == seat:
        hand = without(hand, (NUKE,))
    return [SeatNuked(seat, target, state.table_cards(target), hand)]
