"""Results of tables: from the match, or by a judge's ruling.

Spec: tournaments 5.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, NoReturn

from pydantic import BaseModel, ConfigDict, Field

from games.engine.text import gettext_noop
from games.tournaments.direct import asked
from games.tournaments.direct.actions import JUDGES, Facts, Kind, Payload, by_format
from games.tournaments.direct.elimination import moved_on, needs_winner
from games.tournaments.direct.forms import Entries, Form, Number
from games.tournaments.direct.refusals import refuse
from games.tournaments.direct.round import (
    Round,
    Table,
    TableResult,
    result_from_json,
    result_to_json,
)
from games.tournaments.direct.state import State

Score = Annotated[int, Field(ge=-999_999_999, le=999_999_999)]


class Placed(BaseModel):
    """What an entry reached at its table."""

    model_config = ConfigDict(extra="forbid", strict=True)
    entry: Number
    rank: Number = Field(description="the best is 1; ties share one")
    score: Score | None = Field(None, description="in games that count one: of all, or of nobody")


class Ruling(Form):
    """The result of a table, entered or corrected; needs a reason."""

    round: Number
    table: Number
    results: list[Placed] = Field(max_length=50, description="of everybody who was there")
    absent: Entries = Field([], description="who sat at the table and did not come")


class ResultTakenBack(Form):
    """Takes the result of a table back while its round is open."""

    round: Number
    table: Number


def read_result(state: State, held: Round, payload: Payload, entries: Sequence[int]) -> TableResult:
    """Return a payload's result for the entries that played at a table of a round.

    {"results": [{"entry", "rank", "score", "side"}], "source", "match"}.
    """
    rows = payload["results"]
    if sorted(row["entry"] for row in rows) != sorted(entries):
        refuse("result_entries")
    ranks = [row["rank"] for row in rows]
    bot_may_be_first = state.config.duplicate and payload.get("source") == "match"
    if 1 not in ranks and not bot_may_be_first:
        refuse("result_ranks")
    scored = sum(row.get("score") is not None for row in rows)
    if scored not in (0, len(rows)):
        refuse("result_scores")
    if state.config.scoring.preset == "raw" and not scored:
        refuse("scores_needed")
    if ranks.count(1) != 1 and needs_winner(state, held.number):
        refuse("winner_needed")
    told = {"source": payload.get("source", "judge"), "match": payload.get("match")}
    return result_from_json({"results": rows, **told})


def decide_set_result(state: State, payload: Payload) -> Facts:
    """Set the result of {"round": r, "table": t} for the first time.

    A match may end long after a ruling; the refusal then names the ruling, whichever round is being
    played. `ended_at`: when it ended, in seconds of the clock; after an arena's end it does not
    count.
    """
    ask = asked.any_round if "round" in payload else asked.published
    held = ask(state, payload)
    table = asked.table(held, payload)
    if state.ends_at and payload.get("ended_at", 0) >= state.ends_at:
        refuse("arena_over")
    asked.undecided(table)
    asked.published(state, payload)
    result = read_result(state, held, payload, table.present)
    return _facts(held, table) | result_to_json(result)


def _facts(held: Round, table: Table) -> Facts:
    """Return the facts that identify a table."""
    return {"round": held.number, "table": table.number}


def apply_set_result(state: State, facts: Payload) -> State:
    """Set the result; a ruling also sets who was missing, and its reason."""
    held = state.rounds[facts["round"] - 1]
    table = held.at(facts["table"])
    absent = frozenset(facts["absent"]) if "absent" in facts else table.absent
    result = result_from_json(facts) if facts["results"] else None
    reason = facts.get("reason", "")
    ruled = replace(table, result=result, absent=absent, reason=reason, told={})
    return state.with_round(held.with_table(ruled))


def decide_clear_result(state: State, payload: Payload) -> Facts:
    """Clear the result of {"table": t} while its round is open."""
    held = asked.published(state, payload)
    table = asked.table(held, payload)
    if table.result is None:
        refuse("no_result")
    return _facts(held, table) | {"results": []}


def decide_override(state: State, payload: Payload) -> Facts:
    """Rule on {"round": r, "table": t} of any round: {"results": [...], "absent": [...]}.

    Entries in `absent` count as missing; every other entry at the table has an outcome. If fewer
    than two are left there are no outcomes: a forfeit.
    """
    asked.phase(state, "running")
    held = asked.any_round(state, payload)
    if moved_on(state, held.number):
        refuse("bracket_moved_on")
    table = asked.table(held, payload)
    absent = payload.get("absent", [])
    for one in absent:
        if one not in table.seats or one in table.moved:
            refuse("not_at_table", [one], entry=asked.ref(one))
    playing = [one for one in table.seats if one not in absent and one not in table.moved]
    facts = _facts(held, table) | {"absent": sorted(set(absent))}
    if len(playing) < 2:
        return facts | {"results": []}
    ruled = read_result(state, held, payload, playing)
    return facts | result_to_json(_with_sides(ruled, table.result))


def overrules(state: State, payload: Payload) -> bool:
    """Say whether a result changes one, or decides a match that has begun: it needs a reason.

    {"started": [numbers of tables of the latest round whose match has begun]}.
    """
    held = asked.any_round(state, payload)
    table = asked.table(held, payload)
    has_begun = held == state.current and table.number in payload.get("started", ())
    return has_begun or table.decided


def _with_sides(ruled: TableResult, played: TableResult | None) -> TableResult:
    """Keep the sides as played if a ruling names none, since sides earn points."""
    known = {} if played is None else played.outcomes
    outcomes = {
        entry: replace(one, side=known[entry].side) if one.side is None and entry in known else one
        for entry, one in ruled.outcomes.items()
    }
    return replace(ruled, outcomes=outcomes)


def decide_report(state: State, payload: Payload) -> NoReturn:
    """Refuse: player reports had no entry point; results come from matches and rulings."""
    refuse("unknown_action")


def apply_report(state: State, facts: Payload) -> State:
    """Apply a report from an old journal: a confirmed one is the result; others change nothing."""
    return apply_set_result(state, facts) if facts["confirmed"] else state


KINDS = (
    Kind(
        "set_result", decide_set_result, apply_set_result,
        by_format(
            gettext_noop("Round %(round)s, table %(table)s: the result is in."),
            gettext_noop("Table %(table)s: the result is in."),
        ),
        roles=JUDGES, concerns=asked.concerned_at_table, outdates="nothing",
    ),
    Kind(
        "clear_result", decide_clear_result, apply_set_result,
        gettext_noop("Round %(round)s, table %(table)s: the result was removed."),
        form=ResultTakenBack, roles=JUDGES, concerns=asked.concerned_at_table, at_one_table=True,
        in_arenas=False, anchor="table",
    ),
    Kind(
        "override_result", decide_override, apply_set_result,
        by_format(
            gettext_noop("Round %(round)s, table %(table)s: a ruling was made."),
            gettext_noop("Table %(table)s: a ruling was made."),
        ),
        form=Ruling, roles=JUDGES, needs_reason=overrules, keeps_reason=True, facts=("started",),
        concerns=asked.concerned_at_table, at_one_table=True, misses=True, in_clubs_journal=True,
        anchor="table",
    ),
    Kind(  # only in old journals
        "report_result", decide_report, apply_report,
        gettext_noop("Round %(round)s, table %(table)s: %(by)s reported a result."),
        roles=frozenset(),
    ),
)  # fmt: skip
