"""Judges' rulings other than results: penalties, warnings, extra time.

Spec: tournaments 5.1. Penalties deduct tournament points; they never affect a rating (1.5). Pure:
imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from dataclasses import replace

from games.tournaments.director import asked
from games.tournaments.director.actions import JUDGES, Facts, Kind, Payload, always
from games.tournaments.director.refusals import refuse
from games.tournaments.director.state import Penalty, State

MOST_SECONDS = 86_400
"""The most time that one ruling may give."""


def decide_penalty(state: State, payload: Payload) -> Facts:
    """Deduct {"points": units} from {"entry": n}; 0 is a warning."""
    asked.phase(state, "running", "finished")
    found = asked.entry(state, payload)
    if not found.seed:
        refuse("not_registered", [found.number], entry=asked.ref(found))
    return {
        "penalty": len(state.penalties) + 1,
        "entry": found.number,
        "points": asked.whole(payload, "points"),
    }


def apply_penalty(state: State, facts: Payload) -> State:
    """Record the penalty."""
    added = Penalty(facts["penalty"], facts["entry"], facts["points"])
    return replace(state, penalties=(*state.penalties, added))


def decide_lift_penalty(state: State, payload: Payload) -> Facts:
    """Lift {"penalty": n}, unless it was lifted before."""
    asked.phase(state, "running", "finished")
    number = asked.whole(payload, "penalty", least=1)
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
    number = asked.optional_whole(payload, "table", least=1)
    if number is not None:
        asked.table(held, payload)
    seconds = asked.whole(payload, "seconds", least=1)
    if seconds > MOST_SECONDS:
        refuse("bad_request", field="seconds")
    return {"round": held.number, "table": number, "seconds": seconds}


def apply_extend_time(state: State, facts: Payload) -> State:
    """Add the seconds to one table of the round, or to all if the facts name none."""
    held = state.rounds[facts["round"] - 1]
    tables = [
        replace(table, extra_seconds=table.extra_seconds + facts["seconds"])
        if facts["table"] in (None, table.number)
        else table
        for table in held.tables
    ]
    return state.with_round(replace(held, tables=tuple(tables)))


KINDS = (
    Kind("penalty", decide_penalty, apply_penalty, JUDGES, always),
    Kind("lift_penalty", decide_lift_penalty, apply_lift_penalty, JUDGES, always),
    Kind("extend_time", decide_extend_time, apply_extend_time, JUDGES),
)
