"""List the lay verbs, in the rules' order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.contract import Action, Event
from games.rules.zombie_rummy.state import State
from games.rules.zombie_rummy.verbs import (
    attack,
    gang,
    layoff,
    lock,
    meld,
    nuke,
    place,
    smash,
    steal,
)

Legal = Callable[[State, int], list[Action]]
Decide = Callable[[State, int, Action], list[Event]]

LAYING: Final[dict[str, tuple[Legal, Decide]]] = {
    "place": (place.legal, place.decide),
    "attack": (attack.legal, attack.decide),
    "lock": (lock.legal, lock.decide),
    "steal": (steal.legal, steal.decide),
    "break": (smash.legal, smash.decide),
    "gang": (gang.legal, gang.decide),
    "meld": (meld.legal, meld.decide),
    "layoff": (layoff.legal, layoff.decide),
    "nuke": (nuke.legal, nuke.decide),
}


def lay_actions(state: State, seat: int) -> list[Action]:
    """Return every legal lay action."""
    return [action for legal, _ in LAYING.values() for action in legal(state, seat)]


def can_lay(state: State, seat: int) -> bool:
    """Tell whether any lay action is legal."""
    return any(legal(state, seat) for legal, _ in LAYING.values())
