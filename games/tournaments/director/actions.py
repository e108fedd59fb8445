"""What a director's action is, and what a kind of action consists of.

Spec: tournaments 5.1. The kinds themselves stand in the modules beside this
one, a verb's `decide` next to its `apply`; `fold.py` gathers them. Pure:
imports no Django, random, time, datetime, os or secrets.
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
"""The kinds by which people enter by themselves."""


@dataclass(frozen=True, slots=True)
class Action:
    """One stored action: its kind, its facts as JSON types, and the reason given.

    Actor and time are kept beside it by the store; nothing depends on them.
    """

    kind: str
    payload: Payload = field(default_factory=dict)
    reason: str = ""


def never(state: State, payload: Payload) -> bool:
    """No reason is needed."""
    return False


def always(state: State, payload: Payload) -> bool:
    """A reason is needed."""
    return True


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of action.

    decide        judges a request and returns the facts to store; raises
                  TournamentRefusal
    apply         folds stored facts into the state; judges nothing
    roles         who may ask for it; a player only for the own entry (the web
                  layer sees to that)
    needs_reason  whether this request must come with a reason
    keeps_reason  whether `apply` finds it among the facts, as "reason"
    """

    name: str
    decide: Callable[[State, Payload], Facts]
    apply: Callable[[State, Payload], State]
    roles: frozenset[Role] = ORGANISER
    needs_reason: Callable[[State, Payload], bool] = never
    keeps_reason: bool = False
