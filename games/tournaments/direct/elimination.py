"""The interface to an event's elimination stage, whatever its kind.

A kind of stage is one line of `KINDS`, chosen by `Config.elimination`. Spec: tournaments 3.7.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.tournaments.direct.brackets import DOUBLE, SINGLE
from games.tournaments.direct.config import ELIMINATIONS, FIXED_FIELD
from games.tournaments.direct.stage import Elimination, Stage, StageRound, Tie, stage_begins
from games.tournaments.direct.state import Entry, State
from games.tournaments.direct.table_stage import TABLES
from games.tournaments.direct.teams import contest

KINDS: dict[str, Elimination] = {"single": SINGLE, "double": DOUBLE, "tables": TABLES}


def kind_of(state: State) -> Elimination:
    """Return the kind of the event's stage. Raises KeyError if the format has none."""
    return KINDS[state.config.elimination or ""]


def stage_of(state: State) -> Stage | None:
    """Return the event's stage, or None if there is none (yet)."""
    begins = stage_begins(state)
    if begins is None:
        return None
    if state.config.format in ELIMINATIONS:
        seeds = tuple(one.number for one in state.listed())
    else:
        first = state.round(begins)
        seeds = () if first is None else first.seeds
    return Stage(begins, seeds) if seeds else None


def is_fixed(state: State, number: int) -> bool:
    """Say whether the format alone determines the pairings of a round."""
    begins = stage_begins(state)
    return state.config.format in FIXED_FIELD or (begins is not None and number >= begins)


def takes_part(state: State, entry: Entry, number: int) -> bool:
    """Say whether an entry may play in a round; nobody is excused from a stage."""
    begins = stage_begins(state)
    in_stage = begins is not None and number >= begins
    return entry.status == "registered" if in_stage else entry.active(number)


def stage_rounds(state: State) -> list[StageRound]:
    """Return the stage's rounds to the end; empty if there is no stage (yet)."""
    stage = stage_of(state)
    return [] if stage is None else kind_of(state).rounds(contest(state), stage)


def ties_of(state: State, stage: Stage, number: int) -> list[Tie]:
    """Return who meets whom in a round of the event."""
    rounds = kind_of(state).rounds(contest(state), stage)
    return [tie for one in rounds if one.number == number for tie in one.ties]


def stage_places(state: State, stage: Stage) -> Mapping[int, int]:
    """Return the stage's places: every eliminated entry's, and the winner's."""
    return kind_of(state).places(contest(state), stage)


def moved_on(state: State, number: int) -> bool:
    """Say whether a later round was built on a round's results, which are therefore final."""
    stage = stage_of(state)
    return stage is not None and stage.begins <= len(state.rounds) and number < len(state.rounds)


def needs_winner(state: State, number: int) -> bool:
    """Say whether a table of a round is replayed until somebody wins; a board of teams never is."""
    stage, config = stage_of(state), state.config
    duels = config.elimination != "tables" and config.knockout_tie == "replay"
    return stage is not None and number >= stage.begins and duels and not config.boards


def last_round(state: State) -> int:
    """Return the number of the event's last round, as far as can be foreseen."""
    rounds = stage_rounds(state)
    if rounds:
        return rounds[-1].number
    if not state.config.cut:
        return state.planned
    bots_rank = state.bots_rank
    there = [one for one in state.with_status("registered") if bots_rank or not one.is_bot]
    going_on = min(state.config.cut, len(there))
    return state.planned + kind_of(state).length(state.config, going_on)
