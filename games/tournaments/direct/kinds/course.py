"""A tournament's life cycle: created, opened, finished, archived; `start.py` starts it.

draft -> registration -> check_in -> running -> finished -> archived. Spec: tournaments 5.1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import (
    Button,
    Facts,
    Kind,
    Payload,
    always,
    event_becomes,
    rarely,
)
from games.tournaments.direct.config import (
    FIXED_FIELD,
    Config,
    config_from_json,
    config_to_json,
)
from games.tournaments.direct.elimination import last_round
from games.tournaments.direct.forms import Form, Number, Step
from games.tournaments.direct.problems import (
    ALL_SIZES,
    MOST_ROUNDS,
    SETTINGS,
    TIE_BREAKS,
    config_problems,
)
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.state import EntryStatus, State
from games.tournaments.direct.text import TournamentRefusal, phrase

IN: tuple[EntryStatus, ...] = ("registered", "waiting")
BEFORE_START = ("draft", "registration", "check_in")


class Settings(Form):
    """Settings before the start, those that are given; the format must have a use for them."""

    tie_breaks: list[str] | None = Field(
        None, max_length=TIE_BREAKS, description="criteria in their order; none: the usual ones"
    )
    bye: Literal["usual", "full", "half", "nothing"] | None = Field(
        None, description="what a bye is worth, measured by a win"
    )
    half_byes: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] | None = Field(
        None, description="how many excused rounds of a player count half a win"
    )
    forbidden: list[Annotated[int, Field(ge=2, le=10)]] | None = Field(
        None, max_length=len(ALL_SIZES), description="sizes that no table is to have"
    )
    clubs_apart: bool | None = Field(None, description="in the first round")
    bots_rank: bool | None = Field(None, description="whether bots take places and points")


class RoundsPlanned(Form):
    """The number of rounds of an event that runs."""

    rounds: Number


def _config(payload: Payload) -> Config:
    """Return the settings in a payload. Refuses unusable ones."""
    config = config_from_json(payload["config"])
    if problems := config_problems(config):
        raise TournamentRefusal("bad_settings", problems[0].phrase)
    return config


def decide_create(state: State, payload: Payload) -> Facts:
    """Create a tournament: {"config": {...}}."""
    if state.no:
        refuse("created_twice")
    return {"config": config_to_json(_config(payload))}


def apply_create(state: State, facts: Payload) -> State:
    """Initialise the state with the settings."""
    return State(config_from_json(facts["config"]))


def decide_configure(state: State, payload: Payload) -> Facts:
    """Change the settings before the start; seed and commitment stay.

    New places go to entries on the waiting list.
    """
    asked.phase(state, *BEFORE_START)
    drawn = state.config  # no form changes what its draws follow from
    config = replace(_config(payload), seed=drawn.seed, commitment=drawn.commitment)
    if config.team_size != state.config.team_size and state.with_status("registered", "waiting"):
        refuse("team_size", size=state.config.team_size)
    if not config.boards and state.teams():
        refuse("teams_made")
    if config.format == "arena" and any(one.guests for one in state.with_status(*IN)):
        refuse("arena_needs_accounts")
    return {
        "config": config_to_json(config),
        "promoted": next_in(replace(state, config=config)),
    }


def apply_configure(state: State, facts: Payload) -> State:
    """Apply the new settings. Facts stored by older versions may not name who was promoted."""
    changed = replace(state, config=config_from_json(facts["config"]))
    return promote(changed, facts.get("promoted", ()))


def next_in(state: State) -> list[int]:
    """Return the entries on the waiting list that move up into free places."""
    there = [one for one in state.with_status("registered") if not one.is_team]
    free = max(0, state.config.places - len(there))
    return [one.number for one in state.with_status("waiting")[:free]]


def promote(state: State, numbers: Iterable[int]) -> State:
    """Return the state with entries promoted from the waiting list."""
    return state.with_entries(
        replace(state.entries[number], status="registered") for number in numbers
    )


def apply_open(state: State, facts: Payload) -> State:
    """Open registration; directors who reopen it go on by hand, or it would be closed again."""
    kept = state.by_hand() if state.phase == "check_in" else state
    return replace(kept, phase="registration")


def apply_archive(state: State, facts: Payload) -> State:
    """Archive; nothing is due any more."""
    return replace(state.by_hand(), phase="archived")


def decide_finish(state: State, payload: Payload) -> Facts:
    """Finish between rounds, even before all are played; finish an arena at any time."""
    asked.phase(state, "running")
    if state.config.format != "arena" and _round_is_open(state):
        refuse("round_open")
    return {}


def _round_is_open(state: State) -> bool:
    """Say whether the latest round is proposed, or has a table without a result."""
    held = state.current
    return held is not None and (held.phase == "proposed" or not held.complete)


def apply_finish(state: State, facts: Payload) -> State:
    """Finish. Matches still running at an arena's tables stay without a result."""
    if state.current is not None:
        state = state.with_round(replace(state.current, phase="closed"))
    return replace(state.by_hand(), phase="finished")


def unfinished_early(state: State, payload: Payload) -> bool:
    """Say whether rounds, or an arena's time, remain: finishing then needs a reason."""
    if state.config.format == "arena":
        is_over = state.current is None or state.current.phase == "closed"
        return not is_over and not payload.get("time_is_up")
    return len(state.rounds) < last_round(state)


def _closes_first(state: State) -> tuple[str, ...]:
    """Return that the last round of a duplicate event is closed first: that reveals its deal."""
    held = state.current
    if held is None or held.deal is None or held.phase != "published" or not held.complete:
        return ()
    return ("close_round",)


def _may_finish(state: State) -> bool:
    """Say whether to offer the end: between rounds, and as soon as the last one is done."""
    held = state.current
    if state.config.format == "arena" or held is None or held.phase == "closed":
        return True
    return held.complete and not unfinished_early(state, {})


def decide_reopen(state: State, payload: Payload) -> Facts:
    """Reopen a finished or archived tournament; one that never started returns to preparation."""
    asked.phase(state, "finished", "archived")
    if not state.planned:
        return {"phase": "draft"}
    return {"phase": "running" if state.phase == "finished" else "finished"}


def apply_reopen(state: State, facts: Payload) -> State:
    """Resume, or unarchive. Facts stored by older versions may lack the phase."""
    before = "running" if state.phase == "finished" else "finished"
    return replace(state, phase=facts.get("phase", before))


def decide_extend(state: State, payload: Payload) -> Facts:
    """Change the number of planned rounds of a running tournament: {"rounds": n}."""
    asked.phase(state, "running")
    if state.config.format in FIXED_FIELD:
        refuse("fixed_by_format")
    if state.config.cut and len(state.rounds) > state.planned:
        refuse("cut_made")
    rounds = payload["rounds"]
    if rounds < len(state.rounds):
        refuse("bad_request", field="rounds")
    if rounds > MOST_ROUNDS:
        raise TournamentRefusal("bad_settings", phrase(SETTINGS["rounds"]))
    return {"rounds": rounds}


def apply_extend(state: State, facts: Payload) -> State:
    """Set the new number of rounds."""
    return replace(state, planned=facts["rounds"])


KINDS = (
    Kind("create", decide_create, apply_create, gettext_noop("Event created.")),
    Kind(
        "configure", decide_configure, apply_configure, gettext_noop("Settings changed."),
        form=Settings, on_pages=False,
    ),
    Kind(
        "open_registration", asked.only_in("draft", "check_in"), apply_open,
        gettext_noop("Registration opened."), form=Step,
        button=Button(
            gettext_noop("Open registration"), 1, ("draft", "check_in"),
            is_usual=lambda state: state.phase == "draft",
        ),
    ),
    Kind(
        "close_registration", asked.only_in("registration"), event_becomes("check_in"),
        gettext_noop("Registration closed and check-in opened."), form=Step,
        button=Button(
            gettext_noop("Close registration and open check-in"), 2, ("registration",),
            is_usual=rarely,
        ),
    ),
    Kind(
        "plan_rounds", decide_extend, apply_extend,
        gettext_noop("Number of rounds set to %(rounds)s."), form=RoundsPlanned,
        in_arenas=False,
    ),
    Kind(
        "finish", decide_finish, apply_finish, gettext_noop("Event finished."),
        form=Step, needs_reason=unfinished_early, before=_closes_first,
        button=Button(
            gettext_noop("Finish event"), 7, ("running",), ("none", "published", "closed"),
            is_shown=_may_finish,
            is_usual=lambda state: not unfinished_early(state, {}),
        ),
    ),
    Kind(
        "reopen", decide_reopen, apply_reopen, gettext_noop("Event reopened."),
        form=Step, needs_reason=always,
        button=Button(
            gettext_noop("Reopen event"), 10, ("finished", "archived"), is_usual=rarely
        ),
    ),
    Kind(
        "archive", asked.only_in("finished", *BEFORE_START), apply_archive,
        gettext_noop("Event archived."), form=Step,
        button=Button(
            gettext_noop("Archive"), 11, ("finished", *BEFORE_START), is_usual=rarely
        ),
    ),
)  # fmt: skip
