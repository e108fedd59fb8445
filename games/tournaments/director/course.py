"""A tournament's life cycle: created, opened, finished, archived; `start.py` starts it.

draft -> registration -> check_in -> running -> finished -> archived. Spec: tournaments 5.1. Pure:
imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.tournaments.config import (
    FIXED_FIELD,
    Config,
    config_from_json,
    config_to_json,
)
from games.tournaments.director import asked
from games.tournaments.director.actions import Facts, Kind, Payload, always
from games.tournaments.director.elimination import last_round
from games.tournaments.director.refusals import refuse
from games.tournaments.director.state import State
from games.tournaments.problems import MOST_ROUNDS, SETTINGS, config_problems
from games.tournaments.text import TournamentRefusal, phrase

BEFORE_START = ("draft", "registration", "check_in")


def _config(payload: Payload) -> Config:
    """Return the settings in a payload. Refuses unusable ones."""
    data = payload.get("config")
    if not isinstance(data, dict):
        refuse("bad_request", field="config")
    try:
        config = config_from_json(data)
        problems = config_problems(config)
    except (TypeError, ValueError, KeyError, AttributeError):
        refuse("bad_request", field="config")
    if problems:
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
    config = _with_draws_of(state, _config(payload))
    if config.team_size != state.config.team_size and state.with_status("registered", "waiting"):
        refuse("team_size", size=state.config.team_size)
    return {
        "config": config_to_json(config),
        "promoted": next_in(replace(state, config=config)),
    }


def _with_draws_of(state: State, config: Config) -> Config:
    """Return the settings with the event's draw parameters, which no form changes."""
    return replace(config, seed=state.config.seed, commitment=state.config.commitment)


def apply_configure(state: State, facts: Payload) -> State:
    """Apply the new settings. Facts stored by older versions may not name who was promoted."""
    changed = replace(state, config=config_from_json(facts["config"]))
    return promote(changed, facts.get("promoted", ()))


def next_in(state: State) -> list[int]:
    """Return the entries on the waiting list that move up into free places."""
    free = max(0, state.config.places - len(state.with_status("registered")))
    return [one.number for one in state.with_status("waiting")[:free]]


def promote(state: State, numbers: Iterable[int]) -> State:
    """Return the state with entries promoted from the waiting list."""
    return state.with_entries(
        replace(state.entries[number], status="registered") for number in numbers
    )


def decide_open_registration(state: State, payload: Payload) -> Facts:
    """Let players register, for the first time or again."""
    asked.phase(state, "draft", "check_in")
    return {}


def apply_open_registration(state: State, facts: Payload) -> State:
    """Open registration."""
    return replace(state, phase="registration")


def decide_close_registration(state: State, payload: Payload) -> Facts:
    """Close registration; players then check in."""
    asked.phase(state, "registration")
    return {}


def apply_close_registration(state: State, facts: Payload) -> State:
    """Move on to check-in."""
    return replace(state, phase="check_in")


def decide_finish(state: State, payload: Payload) -> Facts:
    """Finish between rounds, even before all are played; finish an arena at any time."""
    asked.phase(state, "running")
    if state.config.format != "arena" and _round_is_open(state):
        refuse("round_open")
    return {}


def _round_is_open(state: State) -> bool:
    """Say whether the latest round is still open."""
    return state.current is not None and state.current.phase != "closed"


def apply_finish(state: State, facts: Payload) -> State:
    """Finish. Matches still running at an arena's tables stay without a result."""
    if state.current is not None:
        state = state.with_round(replace(state.current, phase="closed"))
    return replace(state, phase="finished")


def unfinished_early(state: State, payload: Payload) -> bool:
    """Say whether rounds, or an arena's time, remain: finishing then needs a reason."""
    if state.config.format == "arena":
        return _round_is_open(state) and not payload.get("time_is_up")
    return len(state.rounds) < last_round(state)


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


def decide_archive(state: State, payload: Payload) -> Facts:
    """Archive a tournament that is finished or never started."""
    asked.phase(state, "finished", *BEFORE_START)
    return {}


def apply_archive(state: State, facts: Payload) -> State:
    """Archive the event; only `reopen` reverses this."""
    return replace(state, phase="archived")


def decide_extend(state: State, payload: Payload) -> Facts:
    """Change the number of planned rounds of a running tournament: {"rounds": n}."""
    asked.phase(state, "running")
    if state.config.format in FIXED_FIELD:
        refuse("fixed_by_format")
    if state.config.cut and len(state.rounds) > state.planned:
        refuse("cut_made")
    rounds = asked.whole(payload, "rounds", least=max(1, len(state.rounds)))
    if rounds > MOST_ROUNDS:
        raise TournamentRefusal("bad_settings", phrase(SETTINGS["rounds"]))
    return {"rounds": rounds}


def apply_extend(state: State, facts: Payload) -> State:
    """Set the new number of rounds."""
    return replace(state, planned=facts["rounds"])


KINDS = (
    Kind("create", decide_create, apply_create),
    Kind("configure", decide_configure, apply_configure),
    Kind("open_registration", decide_open_registration, apply_open_registration),
    Kind("close_registration", decide_close_registration, apply_close_registration),
    Kind("plan_rounds", decide_extend, apply_extend),
    Kind("finish", decide_finish, apply_finish, needs_reason=unfinished_early),
    Kind("reopen", decide_reopen, apply_reopen, needs_reason=always),
    Kind("archive", decide_archive, apply_archive),
)
