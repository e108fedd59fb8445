"""Define a director's action, and what makes up a kind of action.

Spec: tournaments 5.1. The kinds themselves are in `kinds/`, one module for each group of related
verbs; `fold.py` finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from games.tournaments.direct.forms import Form
from games.tournaments.direct.state import Phase, State

Payload = Mapping[str, Any]
Facts = dict[str, Any]
Role = Literal["organiser", "judge", "player", "captain", "officer"]
Fact = Literal[
    "strength",
    "membership",
    "started",
    "playing",
    "weights",
    "ends_at",
    "now",
    "draw",
    "sources",
    "deal",
]
Sentence = Callable[[Payload, bool], str]
Apply = Callable[[State, Payload], State]

ORGANISER: frozenset[Role] = frozenset({"organiser"})
JUDGES: frozenset[Role] = frozenset({"organiser", "judge"})
PLAYERS: frozenset[Role] = frozenset({"organiser", "player"})
OFFICERS: frozenset[Role] = frozenset({"organiser", "player", "officer"})
EVERYBODY: frozenset[Role] = frozenset({"organiser", "judge", "player"})


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


def usually(state: State) -> bool:
    """Say yes for a button, whatever the state."""
    return True


def rarely(state: State) -> bool:
    """Say no for a button, whatever the state."""
    return False


def nobody(state: State, payload: Payload) -> set[int]:
    """Say that a request is nobody's own case."""
    return set()


def nothing(state: State) -> tuple[str, ...]:
    """Say that no other action is carried out first."""
    return ()


def by_format(in_rounds: str, in_arena: str) -> Sentence:
    """Return a sentence that leaves the round out in an arena, which has only one."""
    return lambda facts, has_rounds: in_rounds if has_rounds else in_arena


def event_becomes(phase: Phase) -> Apply:
    """Return an `apply` that moves the event into a phase."""
    return lambda state, facts: replace(state, phase=phase)


def unchanged(state: State, facts: Payload) -> State:
    """Return the state as it is."""
    return state


def entry_becomes(**fields: Any) -> Apply:
    """Return an `apply` that sets fields of the facts' entry."""
    return lambda state, facts: state.with_entry(replace(state.entries[facts["entry"]], **fields))


@dataclass(frozen=True, slots=True)
class Button:
    """A kind's button on the console: a step of the event, or an action on one entry.

    label     its text
    place     its place among the others
    phases    the event's phases in which a step is shown; empty for an action on an entry
    rounds    the phases of the latest round in which it is shown ("none" before the first); empty:
              all. Arenas ignore it.
    is_shown  whether this state has a use for it at all
    is_usual  whether it is the usual next step; others are drawn subdued
    """

    label: str
    place: int
    phases: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()
    is_shown: Callable[[State], bool] = usually
    is_usual: Callable[[State], bool] = usually


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of action: everything that any layer knows of one verb.

    decide            judges a request and returns the facts to store; raises TournamentRefusal
    apply             folds stored facts into the state; judges nothing
    sentence          what the journal says; a function of the facts, and of whether the event has
                      rounds, if there are several
    form              what is filled in to request it; None if only the server does it
    on_pages          whether a button of the event's pages may post it
    button            its button on the console, if it is one of the listed ones
    roles             who may request it; a player only for their own entry, a captain for their own
                      team, a club's officer for a team led by it (enforced by the web layer)
    needs_reason      whether this request must come with a reason
    keeps_reason      whether `apply` finds the reason among the facts, as "reason"
    concerns          the entries that a ruling concerns: no judge rules on their own case
    facts             what services add to a request, because an event cannot know it
    in_arenas         False if it needs rounds, or would recall a pair that may be playing elsewhere
    outdates          which events' pages, drawn before it, are stale for a director: those of all
                      events, only those with rounds, or none
    at_one_table      whether several people may do it at different tables at once
    enters            whether people enter by it on their own
    brings_back       whether it brings back an entry that was out
    misses            whether it may note that somebody did not come
    before            the kinds that are carried out first, each as an action of its own
    stored_as         the kind it is stored as, if it has no actions of its own
    in_clubs_journal  whether the club's directors answer for it in the club's journal
    anchor            what the console scrolls to afterwards
    """

    name: str
    decide: Callable[[State, Payload], Facts]
    apply: Apply
    sentence: str | Sentence
    form: type[Form] | None = None
    on_pages: bool = True
    button: Button | None = None
    roles: frozenset[Role] = ORGANISER
    needs_reason: Callable[[State, Payload], bool] = never
    keeps_reason: bool = False
    concerns: Callable[[State, Payload], set[int]] = nobody
    facts: tuple[Fact, ...] = ()
    in_arenas: bool = True
    outdates: Literal["all", "rounds", "nothing"] = "all"
    at_one_table: bool = False
    enters: bool = False
    brings_back: bool = False
    misses: bool = False
    before: Callable[[State], tuple[str, ...]] = nothing
    stored_as: str = ""
    in_clubs_journal: bool = False
    anchor: Literal["", "entry", "table"] = ""
