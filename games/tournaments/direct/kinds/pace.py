"""How rounds follow each other: by themselves or by hand, their clock, what follows its end.

An event that runs by itself carries out ordinary actions (`direct/automation.py` says which is
due); it stops when a director takes over, undoes a round, or when one of its steps is refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import JUDGES, Button, Facts, Kind, Payload, rarely
from games.tournaments.direct.elimination import needs_winner
from games.tournaments.direct.forms import Form, Number, RoundStep, Step
from games.tournaments.direct.kinds.course import BEFORE_START
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import (
    Outcome,
    Round,
    RoundClock,
    Table,
    TableResult,
    result_to_json,
)
from games.tournaments.direct.state import State

MOST_MINUTES = 31 * 24 * 60
ENOUGH = (100, 75, 50, 0)
"""After how many per cent of the tables the others may be drawn when time is up; 100: never."""
CALENDAR = ("no_shows_stay", "starts_at", "every_days", "a_date")
"""What stays as it is if a request does not name it: older programs, and the console."""
BEFORE_END = (*BEFORE_START, "running")

Minutes = Annotated[int, Field(ge=0, le=MOST_MINUTES)]


class Paced(Form):
    """Sets how rounds follow each other, at any time before the end."""

    round_minutes: Minutes = Field(description="the clock of the next rounds; 0: none")
    break_minutes: Minutes = Field(description="between rounds, if the event runs by itself")
    enough: Literal["100", "75", "50", "0"] = Field(
        description="per cent of the tables that must be done when time is up, for the others to "
        "be drawn by the event itself; 100: it waits for all"
    )
    no_show_minutes: Minutes = Field(
        description="after which the event itself notes no-shows; 0: never"
    )
    no_shows_stay: bool | None = Field(None, description="whether these lose only that round")
    starts_at: Annotated[int, Field(ge=0, le=32_503_680_000)] | None = Field(
        None, description="when round 1 begins at the earliest, in seconds since 1970"
    )
    every_days: Annotated[int, Field(ge=0, le=60)] | None = Field(
        None, description="from one date of rounds to the next; 0: rounds have no dates"
    )
    a_date: Annotated[int, Field(ge=1, le=20)] | None = Field(
        None, description="how many rounds each date has"
    )


class ClockStarted(Form):
    """Starts a round's clock, or lets a paused one go on."""

    round: Number
    minutes: Annotated[int, Field(ge=1, le=MOST_MINUTES)] | None = Field(
        None, description="anew; none: a paused clock goes on"
    )


def decide_pace(state: State, payload: Payload) -> Facts:
    """Set the pace of the rounds. A final stage without draws waits for every table anyway."""
    asked.phase(state, *BEFORE_END)
    minutes = ("round_minutes", "break_minutes", "no_show_minutes")
    calendar = {key: payload[key] for key in CALENDAR if key in payload}
    return {key: payload[key] for key in minutes} | {"enough": int(payload["enough"]), **calendar}


def apply_pace(state: State, facts: Payload) -> State:
    """Set the pace; a clock that goes is left alone."""
    return replace(state, pace=replace(state.pace, **facts))


def decide_run(state: State, payload: Payload) -> Facts:
    """Let the event run by itself, from {"now"} on."""
    asked.phase(state, *BEFORE_END)
    if state.pace.is_automatic:
        refuse("runs_itself")
    return {"since": payload["now"]}


def apply_run(state: State, facts: Payload) -> State:
    """Run by itself. A break that has begun counts from now."""
    pace = replace(state.pace, is_automatic=True, since=facts["since"], stopped="", stopped_args={})
    return replace(state, pace=pace)


def decide_take_over(state: State, payload: Payload) -> Facts:
    """Let directors go on by hand."""
    if not state.pace.is_automatic:
        refuse("runs_by_hand")
    return {}


def decide_halt(state: State, payload: Payload) -> Facts:
    """Stop because a step was refused: {"stopped": its sentence, "stopped_args": {...}}."""
    decide_take_over(state, payload)
    return {"stopped": payload["stopped"], "stopped_args": payload["stopped_args"]}


def apply_halt(state: State, facts: Payload) -> State:
    """Stop, and keep the sentence."""
    return replace(state, pace=replace(state.pace, is_automatic=False, **facts))


def decide_start_clock(state: State, payload: Payload) -> Facts:
    """Start the clock of a round at {"minutes"}, or go on with what was left; {"now"}.

    Extra time that was given before does not add to a clock that starts anew.
    """
    held = asked.published(state, payload)
    minutes = payload.get("minutes")
    if minutes is not None:
        ends_at = payload["now"] + 60 * minutes - held.extra_seconds
        return {"round": held.number, "ends_at": ends_at, "anew": True}
    if held.clock is None or held.clock.ends_at:
        refuse("clock_not_paused")
    return {"round": held.number, "ends_at": payload["now"] + held.clock.left, "anew": False}


def decide_pause_clock(state: State, payload: Payload) -> Facts:
    """Pause the clock of a round at {"now"}; the time left is kept."""
    held = asked.published(state, payload)
    if held.clock is None or not held.clock.ends_at:
        refuse("clock_not_going")
    return {"round": held.number, "left": held.clock.ends_at - payload["now"]}


def apply_clock(state: State, facts: Payload) -> State:
    """Set the clock."""
    held = state.rounds[facts["round"] - 1]
    return state.with_round(
        replace(held, clock=RoundClock(facts.get("ends_at", 0), facts.get("left", 0)))
    )


def drawable(state: State, held: Round) -> list[Table]:
    """Return the tables of a round that may be drawn: without a result, or a report of one."""
    if needs_winner(state, held.number) or state.config.scoring.preset == "raw":
        return []
    return [table for table in held.tables if not table.decided and not table.told]


def decide_draw_rest(state: State, payload: Payload) -> Facts:
    """Draw the tables that have no result although the clock has run out: {"now"}."""
    held = asked.published(state, payload)
    tables = drawable(state, held)
    if not tables:
        refuse("nothing_to_draw")
    if any(not is_over(held, table, payload["now"]) for table in tables):
        refuse("time_left")
    return {"round": held.number, "tables": {str(one.number): _drawn(one) for one in tables}}


def _drawn(table: Table) -> list[dict[str, object]]:
    """Return a result in which everybody who is there is first."""
    drawn = TableResult({entry: Outcome(1) for entry in table.present})
    told: list[dict[str, object]] = result_to_json(drawn)["results"]
    return told


def apply_draw_rest(state: State, facts: Payload) -> State:
    """Set the drawn results."""
    held = state.rounds[facts["round"] - 1]
    for number, rows in facts["tables"].items():
        result = TableResult({row["entry"]: Outcome(row["rank"]) for row in rows})
        held = held.with_table(replace(held.at(int(number)), result=result, told={}))
    return state.with_round(held)


def ends_at(held: Round, table: Table | None = None) -> int:
    """Return when a round's clock runs out, or a table's, with extra time; 0 if none is going."""
    if held.clock is None or not held.clock.ends_at:
        return 0
    return held.clock.ends_at + _extra(held, table)


def seconds_left(held: Round, now: int, table: Table | None = None) -> int | None:
    """Return the time left of a round or a table; negative in overtime, None without a clock."""
    if held.clock is None:
        return None
    at = ends_at(held, table)
    return at - now if at else held.clock.left + _extra(held, table)


def _extra(held: Round, table: Table | None) -> int:
    """Return the extra time of a round or a table; one that was added late has the round's."""
    return held.extra_seconds if table is None else max(held.extra_seconds, table.extra_seconds)


def is_over(held: Round, table: Table, now: int) -> bool:
    """Tell whether a table's time has run out; it never does while the clock is paused."""
    at = ends_at(held, table)
    return bool(at) and now >= at


def _clock_sentence(facts: Payload, has_rounds: bool) -> str:
    """Return the journal's sentence for a clock that was started or went on."""
    if facts["anew"]:
        return gettext_noop("Round %(round)s: the clock was started.")
    return gettext_noop("Round %(round)s: the clock went on.")


KINDS = (
    Kind(
        "set_pace", decide_pace, apply_pace, gettext_noop("The pace of the rounds was changed."),
        form=Paced, in_arenas=False,
    ),
    Kind(
        "run_by_itself", decide_run, apply_run, gettext_noop("The event now runs by itself."),
        form=Step, facts=("now",), in_arenas=False,
        button=Button(
            gettext_noop("Run by itself"), 8, ("registration", "check_in", "running"),
            is_shown=lambda state: not state.pace.is_automatic, is_usual=rarely,
        ),
    ),
    Kind(
        "take_over", decide_take_over, lambda state, facts: state.by_hand(),
        gettext_noop("The event is run by hand again."), form=Step, in_arenas=False,
        button=Button(
            gettext_noop("Run by hand"), 8, ("registration", "check_in", "running"),
            is_shown=lambda state: state.pace.is_automatic, is_usual=rarely,
        ),
    ),
    Kind(
        "halt", decide_halt, apply_halt, gettext_noop("The event stopped running by itself."),
        in_arenas=False,
    ),
    Kind(
        "start_clock", decide_start_clock, apply_clock, _clock_sentence, form=ClockStarted,
        roles=JUDGES, concerns=asked.concerned_at_table, facts=("now",), in_arenas=False,
    ),
    Kind(
        "pause_clock", decide_pause_clock, apply_clock,
        gettext_noop("Round %(round)s: the clock was paused."), form=RoundStep, roles=JUDGES,
        concerns=asked.concerned_at_table, facts=("now",), in_arenas=False,
    ),
    Kind(
        "draw_rest", decide_draw_rest, apply_draw_rest,
        gettext_noop("Round %(round)s: time was up, so the tables without a result were drawn."),
        form=RoundStep, facts=("now",), in_arenas=False,
    ),
)  # fmt: skip
