"""The course of a tournament: created, opened, started, finished, archived.

draft -> registration -> check_in -> running -> finished -> archived. Spec:
tournaments 5.1. Pure: imports no Django, random, time, datetime, os or
secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.tournaments.config import (
    DEFAULT_POD_ROUNDS,
    ELIMINATIONS,
    FIXED_FIELD,
    Config,
    config_from_json,
    config_to_json,
)
from games.tournaments.director import asked
from games.tournaments.director.actions import Facts, Kind, Payload, always
from games.tournaments.director.elimination import KINDS as STAGES
from games.tournaments.director.elimination import last_round
from games.tournaments.director.refusals import refuse
from games.tournaments.director.state import Entry, Round, State
from games.tournaments.pairing.chance import Stream
from games.tournaments.pairing.round_robin import MOST_ENTRIES, berger
from games.tournaments.pairing.schedule import fixed_schedule
from games.tournaments.pairing.sizes import round_robin_fits, table_sizes, usual_rounds
from games.tournaments.problems import config_problems
from games.tournaments.text import TournamentRefusal

BEFORE_START = ("draft", "registration", "check_in")


def _config(payload: Payload) -> Config:
    """Return the settings of a payload. Refuses those that cannot be used."""
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
    """Begin with the settings."""
    return State(config_from_json(facts["config"]))


def decide_configure(state: State, payload: Payload) -> Facts:
    """Change the settings before the start; the seed stays. New places are the waiting list's."""
    asked.phase(state, *BEFORE_START)
    config = replace(_config(payload), seed=state.config.seed)
    if config.team_size != state.config.team_size and state.with_status("registered", "waiting"):
        refuse("team_size", size=state.config.team_size)
    return {
        "config": config_to_json(config),
        "promoted": next_in(replace(state, config=config)),
    }


def apply_configure(state: State, facts: Payload) -> State:
    """Take the new settings. Facts that name nobody promoted were stored before they did."""
    changed = replace(state, config=config_from_json(facts["config"]))
    return promote(changed, facts.get("promoted", ()))


def next_in(state: State) -> list[int]:
    """Return who of the waiting list moves up into the places that are free."""
    free = max(0, state.config.places - len(state.with_status("registered")))
    return [one.number for one in state.with_status("waiting")[:free]]


def promote(state: State, numbers: Iterable[int]) -> State:
    """Return the state with entries taken from the waiting list."""
    return state.with_entries(
        replace(state.entries[number], status="registered") for number in numbers
    )


def decide_open_registration(state: State, payload: Payload) -> Facts:
    """Let players register (again)."""
    asked.phase(state, "draft", "check_in")
    return {}


def apply_open_registration(state: State, facts: Payload) -> State:
    """Open registration."""
    return replace(state, phase="registration")


def decide_close_registration(state: State, payload: Payload) -> Facts:
    """Close registration; players now say that they are there."""
    asked.phase(state, "registration")
    return {}


def apply_close_registration(state: State, facts: Payload) -> State:
    """Go on to the check-in."""
    return replace(state, phase="check_in")


def decide_start(state: State, payload: Payload) -> Facts:
    """Start: who is there, their seeds, the number of rounds, a fixed schedule.

    With a check-in, who did not check in is left out and the waiting list
    fills the places. `weights` ([side, size, units] each) fixes the side
    weights of faction tournaments, `ends_at` (seconds of the clock) an arena's end.
    """
    asked.phase(state, "registration", "check_in")
    taking_part = _taking_part(state)
    _check_count(state.config, len(taking_part))
    ordered = _seeded(state.config, taking_part)
    planned = planned_rounds(state.config, len(ordered))
    facts: Facts = {
        "seeds": [one.number for one in ordered],
        "planned": planned,
        "schedule": _schedule(state.config, len(ordered), planned),
        "weights": _weights(payload),
    }
    if state.config.format == "arena":
        facts["ends_at"] = asked.optional_whole(payload, "ends_at") or 0
    return facts


def _taking_part(state: State) -> list[Entry]:
    """Return who is there, the waiting list's first in the places that are free."""
    checked = state.config.check_in
    there = [one for one in state.with_status("registered") if one.checked_in or not checked]
    waiting = [one for one in state.with_status("waiting") if one.checked_in or not checked]
    return there + waiting[: max(0, state.config.places - len(there))]


def _seeded(config: Config, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries by seed: the strongest first; a fixed field may be drawn by lot."""
    ordered = sorted(entries, key=lambda one: (-(one.strength or 0), one.number))
    if config.format in FIXED_FIELD and config.first_round == "random":
        return Stream(config.seed, "seeds").shuffled(ordered)
    return ordered


def _check_count(config: Config, count: int) -> None:
    """Refuse to start with too few entries, or too many for a round robin."""
    least = 2 if not config.size_rule.allowed else max(2, min(config.size_rule.allowed))
    if count < least:
        refuse("too_few_there" if config.check_in else "too_few", least=least)
    if config.format == "round_robin" and count > MOST_ENTRIES:
        refuse("too_many", most=MOST_ENTRIES)


def planned_rounds(config: Config, count: int) -> int:
    """Return how many rounds a tournament of `count` entries has."""
    if config.format == "round_robin":
        return len(berger(count, config.cycles))
    if config.format in ELIMINATIONS:
        return STAGES[config.elimination or ""].length(config, count)
    if config.format == "arena":
        return 1
    if config.rounds is not None:
        return config.rounds
    return usual_rounds(count) if config.format == "swiss" else DEFAULT_POD_ROUNDS


def could_be_round_robin(state: State) -> bool:
    """Tell whether a Swiss that is about to start has rounds enough for everybody to meet."""
    config, count = state.config, len(_taking_part(state))
    if state.phase not in ("registration", "check_in") or config.format != "swiss" or config.cut:
        return False
    return 2 < count <= MOST_ENTRIES and round_robin_fits(count, planned_rounds(config, count))


def _schedule(config: Config, count: int, rounds: int) -> list[list[list[int]]]:
    """Return the fixed schedule by seed (from 1); empty where there is none."""
    sizes = table_sizes(count, config.size_rule)
    if config.format != "pods" or not config.fixed_schedule or sizes.byes:
        return []
    made = fixed_schedule(sizes.sizes, rounds, key=(config.seed,))
    return [[[player + 1 for player in table] for table in tables] for tables in made]


def _weights(payload: Payload) -> list[list[object]]:
    """Return the side weights of a payload."""
    weights = payload.get("weights", [])
    if not isinstance(weights, (list, tuple)):
        refuse("bad_request", field="weights")
    for row in weights:
        fits = isinstance(row, (list, tuple)) and len(row) == 3 and isinstance(row[0], str)
        if not fits or type(row[1]) is not int or type(row[2]) is not int or row[2] < 0:
            refuse("bad_request", field="weights")
    return [list(row) for row in weights]


def apply_start(state: State, facts: Payload) -> State:
    """Give seeds, leave out the others, fix weights and schedule; an arena's games begin."""
    seeds = {number: seed for seed, number in enumerate(facts["seeds"], 1)}
    entries = []
    for one in state.entries.values():
        if one.number in seeds:
            entries.append(replace(one, status="registered", seed=seeds[one.number]))
        elif one.status in ("registered", "waiting"):
            entries.append(replace(one, status="left"))
    weights = {(side, size): units for side, size, units in facts["weights"]}
    scoring = replace(state.config.scoring, weights={**state.config.scoring.weights, **weights})
    return replace(
        state.with_entries(entries),
        phase="running",
        planned=facts["planned"],
        schedule=tuple(tuple(tuple(table) for table in tables) for tables in facts["schedule"]),
        config=replace(state.config, scoring=scoring),
        rounds=(Round(1, (), phase="published"),) if "ends_at" in facts else (),
        ends_at=facts.get("ends_at", 0),
    )


def decide_finish(state: State, payload: Payload) -> Facts:
    """Finish between rounds, also before all rounds were played; an arena at any time."""
    asked.phase(state, "running")
    if state.config.format != "arena" and _round_is_open(state):
        refuse("round_open")
    return {}


def _round_is_open(state: State) -> bool:
    """Say whether the newest round is not closed."""
    return state.current is not None and state.current.phase != "closed"


def apply_finish(state: State, facts: Payload) -> State:
    """Finish. What an arena's tables still play stays without a result."""
    if state.current is not None:
        state = state.with_round(replace(state.current, phase="closed"))
    return replace(state, phase="finished")


def unfinished_early(state: State, payload: Payload) -> bool:
    """Finishing before the planned rounds were played, or an arena's time is up, needs a reason."""
    if state.config.format == "arena":
        return _round_is_open(state) and not payload.get("time_is_up")
    return len(state.rounds) < last_round(state)


def decide_reopen(state: State, payload: Payload) -> Facts:
    """Take up a finished or archived tournament again; one that never started is prepared again."""
    asked.phase(state, "finished", "archived")
    if not state.planned:
        return {"phase": "draft"}
    return {"phase": "running" if state.phase == "finished" else "finished"}


def apply_reopen(state: State, facts: Payload) -> State:
    """Go on, or back from the archive. Facts without a phase were stored before they had one."""
    before = "running" if state.phase == "finished" else "finished"
    return replace(state, phase=facts.get("phase", before))


def decide_archive(state: State, payload: Payload) -> Facts:
    """Put a finished tournament, or one that never started, away."""
    asked.phase(state, "finished", *BEFORE_START)
    return {}


def apply_archive(state: State, facts: Payload) -> State:
    """Archive."""
    return replace(state, phase="archived")


def decide_extend(state: State, payload: Payload) -> Facts:
    """Change the number of planned rounds of a running tournament: {"rounds": n}."""
    asked.phase(state, "running")
    if state.config.format in FIXED_FIELD:
        refuse("fixed_by_format")
    if state.config.cut and len(state.rounds) > state.planned:
        refuse("cut_made")
    return {"rounds": asked.whole(payload, "rounds", least=max(1, len(state.rounds)))}


def apply_extend(state: State, facts: Payload) -> State:
    """Take the new number of rounds."""
    return replace(state, planned=facts["rounds"])


KINDS = (
    Kind("create", decide_create, apply_create),
    Kind("configure", decide_configure, apply_configure),
    Kind("open_registration", decide_open_registration, apply_open_registration),
    Kind("close_registration", decide_close_registration, apply_close_registration),
    Kind("start", decide_start, apply_start),
    Kind("plan_rounds", decide_extend, apply_extend),
    Kind("finish", decide_finish, apply_finish, needs_reason=unfinished_early),
    Kind("reopen", decide_reopen, apply_reopen, needs_reason=always),
    Kind("archive", decide_archive, apply_archive),
)
