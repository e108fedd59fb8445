"""The start of a tournament: participants, seeds, number of rounds, fixed schedule.

Spec: tournaments 5.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import Button, Facts, Kind, Payload
from games.tournaments.direct.config import (
    DEFAULT_POD_ROUNDS,
    ELIMINATIONS,
    FIXED_FIELD,
    Config,
)
from games.tournaments.direct.deals import check_field
from games.tournaments.direct.elimination import KINDS as STAGES
from games.tournaments.direct.forms import Step
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import Round
from games.tournaments.direct.state import Entry, State
from games.tournaments.direct.teams import strength_of_team
from games.tournaments.pair.chance import Stream
from games.tournaments.pair.contenders import pair_of
from games.tournaments.pair.cross import Qualified, cross_seeded
from games.tournaments.pair.round_robin import MOST_ENTRIES, berger
from games.tournaments.pair.schedule import fixed_schedule
from games.tournaments.pair.sizes import round_robin_fits, table_sizes, usual_rounds


def decide_start(state: State, payload: Payload) -> Facts:
    """Start: fix the participants, their seeds, the number of rounds, and any fixed schedule.

    With a check-in, entries that did not check in are left out and the waiting list fills their
    places. `weights` ([side, size, units] each) fixes the side weights of faction tournaments,
    `ends_at` (seconds of the clock) an arena's end.
    """
    asked.phase(state, "registration", "check_in")
    taking_part = _taking_part(state)
    _check_count(state.config, len(taking_part))
    if state.config.duplicate:
        check_field(state, taking_part)
    ordered = _seeded(state.config, taking_part)
    strengths = {str(one.number): one.strength for one in ordered} if state.config.boards else {}
    planned = planned_rounds(state.config, len(ordered))
    facts: Facts = {
        "seeds": [one.number for one in ordered],
        "planned": planned,
        "schedule": _schedule(state, ordered, planned),
        "weights": payload.get("weights", []),
        **({"strengths": strengths} if strengths else {}),
    }
    if state.config.format == "arena":
        facts["ends_at"] = payload.get("ends_at", 0)
    return facts


def _taking_part(state: State) -> list[Entry]:
    """Return the participants, with the head of the waiting list in any free places."""
    checked = state.config.check_in
    if state.config.boards:
        return _teams_there(state)
    there = [one for one in state.with_status("registered") if one.checked_in or not checked]
    waiting = [one for one in state.with_status("waiting") if one.checked_in or not checked]
    return there + waiting[: max(0, state.config.places - len(there))]


def _teams_there(state: State) -> list[Entry]:
    """Return the teams of which a member has come, each with its strength."""
    checked = state.config.check_in
    there = {one.number for one in state.with_status("registered") if one.checked_in or not checked}
    teams = [one for one in state.teams() if there.intersection(one.members)]
    return [replace(one, strength=strength_of_team(state, one)) for one in teams]


def _seeded(config: Config, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries by seed: those who qualified by their places, then the strongest.

    A fixed field may be drawn by lot.
    """
    by_lot = config.format in FIXED_FIELD and config.first_round == "random"
    came = [
        Qualified(one.number, one.origin.event, one.origin.rank)
        for one in entries
        if one.origin and not by_lot
    ]
    seeds = {entry: at for at, entry in enumerate(cross_seeded(came, len(entries)))}
    ordered = sorted(
        entries,
        key=lambda one: (seeds.get(one.number, len(seeds)), -(one.strength or 0), one.number),
    )
    return Stream(config.seed, "seeds").shuffled(ordered) if by_lot else ordered


def _check_count(config: Config, count: int) -> None:
    """Refuse to start with too few entries, or too many for a round robin."""
    least = 2 if not config.size_rule.allowed else max(2, min(config.size_rule.allowed))
    if count < least:
        refuse("too_few_there" if config.check_in else "too_few", least=least)
    groups = max(1, config.groups)
    if config.groups and count < groups * least:
        refuse("too_few", least=groups * least)
    if config.format == "round_robin" and count > groups * MOST_ENTRIES:
        refuse("too_many", most=groups * MOST_ENTRIES)


def planned_rounds(config: Config, count: int) -> int:
    """Return how many rounds a tournament of `count` entries has."""
    if config.format == "round_robin":
        return len(berger(-(-count // max(1, config.groups)), config.cycles))
    if config.format in ELIMINATIONS:
        return STAGES[config.elimination or ""].length(config, count)
    if config.format == "arena":
        return 1
    if config.rounds is not None:
        return config.rounds
    return usual_rounds(count) if config.format == "swiss" else DEFAULT_POD_ROUNDS


def could_be_round_robin(state: State) -> bool:
    """Tell whether a Swiss about to start has enough rounds for everybody to meet."""
    config, count = state.config, len(_taking_part(state))
    if state.phase not in ("registration", "check_in") or config.format != "swiss" or config.cut:
        return False
    return 2 < count <= MOST_ENTRIES and round_robin_fits(count, planned_rounds(config, count))


def _schedule(state: State, ordered: Sequence[Entry], rounds: int) -> list[list[list[int]]]:
    """Return the fixed schedule by seed (from 1); empty if there is none."""
    config = state.config
    sizes = table_sizes(len(ordered), config.size_rule)
    if config.format != "pods" or not config.fixed_schedule or sizes.byes:
        return []
    pairs = combinations(range(len(ordered)), 2)
    apart = [
        (one, other)
        for one, other in pairs
        if pair_of(ordered[one].number, ordered[other].number) in state.forbidden
    ]
    made = fixed_schedule(
        sizes.sizes, rounds, key=(config.seed,), in_turn=config.short_in_turn, apart=apart
    )
    return [[[player + 1 for player in table] for table in tables] for tables in made]


def apply_start(state: State, facts: Payload) -> State:
    """Assign seeds, drop the others, fix weights and schedule; an arena's games begin."""
    seeds = {number: seed for seed, number in enumerate(facts["seeds"], 1)}
    entries = []
    for one in state.entries.values():
        if one.number in seeds:
            known = facts.get("strengths", {}).get(str(one.number), one.strength)
            changed = replace(one, status="registered", seed=seeds[one.number], strength=known)
            entries.append(changed)
        elif state.config.boards and not one.is_team and one.status == "registered":
            came = one.checked_in or not state.config.check_in
            entries.append(one if came else replace(one, status="withdrawn"))
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


KINDS = (
    Kind(
        "start", decide_start, apply_start, gettext_noop("Event started."), form=Step,
        facts=("draw", "weights", "ends_at"),
        button=Button(gettext_noop("Start event"), 3, ("registration", "check_in")),
    ),
)  # fmt: skip
