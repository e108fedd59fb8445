"""The append-only list of director's actions, and the state that follows from it.

`decide` judges a request and completes it with the resulting facts (an entry's number, the tables
of a round, who moves where); the result is the stored action. `apply` folds a stored action and
never judges, so an old tournament does not change when an algorithm does. Spec: tournaments 5.1.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module

from games.engine.text import Argument, Phrase
from games.tournaments.direct import kinds
from games.tournaments.direct.actions import Action, Button, Kind, Payload, Role
from games.tournaments.direct.config import Config
from games.tournaments.direct.draws import after_draw, before_draw
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.state import State
from games.tournaments.direct.text import (
    EntryRef,
    PlayerRef,
    Seconds,
    TournamentRefusal,
    phrase,
)
from games.tournaments.rank.points import points_text

BLANK = State(Config("swiss", ""))

KINDS: dict[str, Kind] = {
    kind.name: kind
    for module in sorted(one.name for one in pkgutil.iter_modules(kinds.__path__))
    for kind in import_module(f"{kinds.__name__}.{module}").KINDS
}
"""Every kind of action, including one of old journals that nobody may request any more."""


def decide(state: State, name: str, payload: Payload | None = None, reason: str = "") -> Action:
    """Return the action to store. Raises TournamentRefusal; the state is unchanged.

    The first action of a tournament is `create`, decided on `BLANK`.
    """
    kind = KINDS.get(name)
    if kind is None:
        refuse("unknown_action")
    if name != "create" and state.no == 0:
        refuse("not_created")
    if state.config.format == "arena" and not kind.in_arenas:
        refuse("no_rounds")
    given = payload or {}
    state, brought = before_draw(state, kind, given)
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
    kind = KINDS[action.kind]
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


def listed(*, steps: bool) -> list[tuple[Kind, Button]]:
    """Return the buttons that the console lists, in order: the event's steps, or an entry's."""
    found = [(kind, kind.button) for kind in KINDS.values() if kind.button is not None]
    chosen = [(kind, button) for kind, button in found if bool(button.phases) == steps]
    return sorted(chosen, key=lambda one: one[1].place)


def is_own_case(state: State, player: int, name: str, payload: Payload) -> bool:
    """Say whether a ruling concerns a player's own entry or a table where they sit.

    Their tablemates of the latest round also count as their own case, as does time for all tables
    while their own table is open.
    """
    own = {one.number for one in state.entries.values() if player in one.players}
    own |= {team.number for team in state.teams() if own.intersection(team.members)}
    return bool(own & KINDS[name].concerns(state, payload))


def tell(action: Action, has_rounds: bool = True) -> Phrase:
    """Return the journal's sentence for an action; entries in it are EntryRefs."""
    facts, words = action.payload, KINDS[action.kind].sentence
    args: dict[str, Argument] = {
        key: EntryRef(facts[key]) for key in ("entry", "by") if key in facts
    }
    numbers = ("round", "table", "rounds", "penalty", "minutes", "first", "count")
    args |= {key: facts[key] for key in numbers if facts.get(key) is not None}
    if "seconds" in facts:
        args["time"] = Seconds(facts["seconds"])
    if "pair" in facts:
        args |= {"entry": EntryRef(facts["pair"][0]), "other": EntryRef(facts["pair"][1])}
    if "player" in facts:
        args["person"] = PlayerRef(facts["player"])
    if "points" in facts:
        args["points"] = points_text(facts["points"])
    return phrase(words if isinstance(words, str) else words(facts, has_rounds), **args)
