"""Define a director's action and the parts of an action kind.

Spec: tournaments 5.1. The kinds themselves are in the neighbouring modules, each verb's `decide`
next to its `apply`; `fold.py` collects them. Pure: imports no Django, random, time, datetime, os or
secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from games.tournaments.director.state import State

Payload = Mapping[str, Any]
Facts = dict[str, Any]
Role = Literal["organiser", "judge", "player"]

ORGANISER: frozenset[Role] = frozenset({"organiser"})
JUDGES: frozenset[Role] = frozenset({"organiser", "judge"})
PLAYERS: frozenset[Role] = frozenset({"organiser", "player"})
EVERYBODY: frozenset[Role] = frozenset({"organiser", "judge", "player"})

ENTERS = frozenset({"register", "join"})
"""The kinds by which people enter on their own."""


@dataclass(frozen=True, slots=True)
class Action:
    """One stored action: its kind, its facts as JSON types, and the reason given.

    The store keeps actor and time beside it; nothing depends on them.
    """

    kind: str
    payload: Payload = field(default_factory=dict)
    reason: str = ""


def never(state: State, payload: Payload) -> bool:
    """Say that no reason is needed."""
    return False


def always(state: State, payload: Payload) -> bool:
    """Say that a reason is needed."""
    return True


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of action.

    decide        judges a request and returns the facts to store; raises
                  TournamentRefusal
    apply         folds stored facts into the state; judges nothing
    roles         who may request it; a player only for their own entry (enforced by
                  the web layer)
    needs_reason  whether this request must come with a reason
    keeps_reason  whether `apply` finds the reason among the facts, as "reason"
    """

    name: str
    decide: Callable[[State, Payload], Facts]
    apply: Callable[[State, Payload], State]
    roles: frozenset[Role] = ORGANISER
    needs_reason: Callable[[State, Payload], bool] = never
    keeps_reason: bool = False
