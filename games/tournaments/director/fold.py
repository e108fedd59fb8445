"""The append-only list of director's actions, and the state that follows from it.

`decide` judges a request and completes it with the resulting facts (an entry's number, the tables
of a round, who moves where); the result is the stored action. `apply` folds a stored action and
never judges, so an old tournament does not change when an algorithm does. Spec: tournaments 5.1.
Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.tournaments.config import Config
from games.tournaments.director import (
    announcements,
    arena,
    by_hand,
    course,
    judges,
    late,
    missing,
    people,
    registration,
    results,
    rounds,
    rulings,
    start,
)
from games.tournaments.director.actions import Action, Kind, Payload, Role
from games.tournaments.director.draws import after_draw, before_draw
from games.tournaments.director.refusals import refuse
from games.tournaments.director.state import State
from games.tournaments.text import TournamentRefusal

BLANK = State(Config("swiss", ""))

_MODULES = (
    course, start, registration, people, late, rounds, by_hand, missing, results, rulings, judges,
    arena, announcements,
)  # fmt: skip

KINDS: dict[str, Kind] = {kind.name: kind for module in _MODULES for kind in module.KINDS}
FOLDED = {**KINDS, **{kind.name: kind for kind in results.PAST}}
"""Every kind found in journals, including kinds that can no longer be requested."""


def decide(state: State, name: str, payload: Payload | None = None, reason: str = "") -> Action:
    """Return the action to store. Raises TournamentRefusal; the state is unchanged.

    The first action of a tournament is `create`, decided on `BLANK`.
    """
    kind = KINDS.get(name)
    if kind is None:
        refuse("unknown_action")
    if name != "create" and state.no == 0:
        refuse("not_created")
    if state.config.format == "arena" and name in arena.NOT_HERE:
        refuse("no_rounds")
    given = payload or {}
    state, brought = before_draw(state, name, given)
    facts = {**kind.decide(state, given), **brought}
    if kind.needs_reason(state, given) and not reason.strip():
        refuse("reason_needed")
    return Action(name, facts, reason.strip())


def refusal(
    state: State, name: str, payload: Payload | None = None, reason: str = "-"
) -> TournamentRefusal | None:
    """Return why an action would be refused now, or None: used to disable buttons."""
    try:
        decide(state, name, payload, reason)
    except TournamentRefusal as found:
        return found
    return None


def apply(state: State, action: Action) -> State:
    """Return the state after one stored action. Total: it judges nothing."""
    kind = FOLDED[action.kind]
    told = {"reason": action.reason} if kind.keeps_reason else {}
    changed = kind.apply(state, {**action.payload, **told})
    return replace(after_draw(changed, action), no=state.no + 1)


def fold(actions: Iterable[Action], state: State = BLANK) -> State:
    """Return the state after all actions, in order."""
    for action in actions:
        state = apply(state, action)
    return state


def act(
    state: State, name: str, payload: Payload | None = None, reason: str = ""
) -> tuple[Action, State]:
    """Decide and apply in one step: return the action to store and the new state."""
    action = decide(state, name, payload, reason)
    return action, apply(state, action)


def may(role: Role, name: str) -> bool:
    """Say whether a role may request a kind of action at all."""
    return name in KINDS and role in KINDS[name].roles
