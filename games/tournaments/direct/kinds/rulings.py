"""Judges' rulings other than results: penalties, warnings, extra time.

Spec: tournaments 5.1. Penalties deduct tournament points; they never affect a rating (1.5).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import JUDGES, Facts, Kind, Payload, always, by_format
from games.tournaments.direct.forms import Form, Number
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.state import Penalty, State
from games.tournaments.direct.teams import meets_in_matches

MOST_SECONDS = 86_400
"""The most time that one ruling may give."""


class PenaltyGiven(Form):
    """Takes points from an entry, or warns it; needs a reason."""

    entry: Number
    points: str = Field(description="a decimal number, such as 0.5; 0 is a warning")


class PenaltyLifted(Form):
    """Takes a penalty back; needs a reason."""

    penalty: Number


class MoreTime(Form):
    """Gives one table of the newest round more time, or all."""

    round: Number
    seconds: Annotated[int, Field(ge=1, le=MOST_SECONDS)]
    table: Number | None = Field(None, description="none: all of them")


def decide_penalty(state: State, payload: Payload) -> Facts:
    """Deduct {"points": units} from {"entry": n}; 0 is a warning.

    In matches of teams a single player has no points that count, so players are only warned.
    """
    asked.phase(state, "running", "finished")
    found = asked.entry(state, payload)
    team = state.team_of(found.number)
    if not (found.seed or team):
        refuse("not_registered", [found.number], entry=asked.ref(found))
    if team and payload["points"] and meets_in_matches(state):
        refuse("teams_penalty", [found.number], entry=asked.ref(found), team=asked.ref(team))
    return {
        "penalty": len(state.penalties) + 1,
        "entry": found.number,
        "points": payload["points"],
    }


def apply_penalty(state: State, facts: Payload) -> State:
    """Record the penalty."""
    added = Penalty(facts["penalty"], facts["entry"], facts["points"])
    return replace(state, penalties=(*state.penalties, added))


def decide_lift_penalty(state: State, payload: Payload) -> Facts:
    """Lift {"penalty": n}, unless it was lifted before."""
    asked.phase(state, "running", "finished")
    number = payload["penalty"]
    standing = [one for one in state.penalties if one.number == number and not one.lifted]
    if not standing:
        refuse("no_penalty")
    return {"penalty": number}


def apply_lift_penalty(state: State, facts: Payload) -> State:
    """Mark the penalty as lifted; it stays on record."""
    return replace(
        state,
        penalties=tuple(
            replace(one, lifted=True) if one.number == facts["penalty"] else one
            for one in state.penalties
        ),
    )


def decide_extend_time(state: State, payload: Payload) -> Facts:
    """Give {"table": t}, or every table, {"seconds": s} more of the round's time."""
    held = asked.published(state, payload)
    number = payload.get("table")
    if number is not None:
        asked.table(held, payload)
    return {"round": held.number, "table": number, "seconds": payload["seconds"]}


def apply_extend_time(state: State, facts: Payload) -> State:
    """Add the seconds to one table of the round, or to all if the facts name none."""
    held = state.rounds[facts["round"] - 1]
    tables = [
        replace(table, extra_seconds=table.extra_seconds + facts["seconds"])
        if facts["table"] in (None, table.number)
        else table
        for table in held.tables
    ]
    extra = facts["seconds"] if facts["table"] is None else 0
    held = replace(held, tables=tuple(tables), extra_seconds=held.extra_seconds + extra)
    return state.with_round(held)


def _penalised(state: State, payload: Payload) -> set[int]:
    """Return the entry whose penalty is to be lifted."""
    return {one.entry for one in state.penalties if one.number == payload.get("penalty")}


def _penalty_sentence(facts: Payload, has_rounds: bool) -> str:
    """Return the journal's sentence for a penalty or a warning."""
    if facts["points"]:
        return gettext_noop("%(entry)s got a %(points)s-point penalty.")
    return gettext_noop("%(entry)s got a warning.")


def _time_sentence(facts: Payload, has_rounds: bool) -> str:
    """Return the journal's sentence for extra time, at one table or at all."""
    if facts["table"] is None:
        sentence = by_format(
            gettext_noop("Round %(round)s was extended by %(time)s."),
            gettext_noop("Every table was extended by %(time)s."),
        )
    else:
        sentence = by_format(
            gettext_noop("Round %(round)s, table %(table)s: extended by %(time)s."),
            gettext_noop("Table %(table)s was extended by %(time)s."),
        )
    return sentence(facts, has_rounds)


KINDS = (
    Kind(
        "penalty", decide_penalty, apply_penalty, _penalty_sentence, form=PenaltyGiven,
        roles=JUDGES, needs_reason=always, concerns=asked.concerned_with_entry,
        in_clubs_journal=True, anchor="entry",
    ),
    Kind(
        "lift_penalty", decide_lift_penalty, apply_lift_penalty,
        gettext_noop("Penalty %(penalty)s was lifted."), form=PenaltyLifted, roles=JUDGES,
        needs_reason=always, concerns=_penalised, in_clubs_journal=True,
    ),
    Kind(
        "extend_time", decide_extend_time, apply_extend_time, _time_sentence, form=MoreTime,
        roles=JUDGES, concerns=asked.concerned_at_table, at_one_table=True,
    ),
)  # fmt: skip
