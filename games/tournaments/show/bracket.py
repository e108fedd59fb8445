"""An elimination stage as it is drawn: every round to the final, including unreached ones."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import groupby
from typing import Any

from django.utils.translation import gettext

from games.engine.text import gettext_noop
from games.tournaments.direct.elimination import stage_rounds
from games.tournaments.direct.groups import group_of, letter
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.stage import StageRound, Tie
from games.tournaments.direct.state import State
from games.tournaments.direct.teams import contest
from games.tournaments.rank.points import halves
from games.tournaments.show.names import sentence

TITLES = {"winners": gettext_noop("Winners’ bracket"), "losers": gettext_noop("Losers’ bracket")}
THIRD = gettext_noop("Third place")
GROUP = gettext_noop("Group %(letter)s")
Own = Collection[int | None]
"""The viewer's entry, and that of their team."""


def bracket_context(state: State, names: Mapping[int, str], own: Own) -> dict[str, Any]:
    """Return the brackets of the stage: rounds, each with its ties from top to bottom.

    Grand finals are placed at the end of the winners' bracket.
    """
    state = contest(state)  # of teams, each table is a match
    drawn = groupby(sorted(stage_rounds(state), key=_is_losers), key=_is_losers)
    return {
        "is_tables": state.config.elimination == "tables",
        "brackets": [_bracket(state, list(group), names, own) for _, group in drawn],
    }


def _is_losers(drawn: StageRound) -> bool:
    """Tell whether a round belongs to the losers' bracket."""
    return drawn.side == "losers"


def _bracket(
    state: State, rounds: list[StageRound], names: Mapping[int, str], own: Own
) -> dict[str, Any]:
    """Return one bracket; a round as large as the one before it does not merge pairs."""
    side = rounds[0].side
    sizes = [0, *(sum(not tie.third for tie in one.ties) for one in rounds)]
    return {
        "title": gettext(TITLES[side]) if side else "",
        "stages": [
            {**_stage(state, one, names, own), "straight": sizes[at] == sizes[at + 1]}
            for at, one in enumerate(rounds)
        ],
    }


def table_titles(state: State, held: Round, names: Mapping[int, str]) -> dict[int, str]:
    """Return the name of each table's match, in a round that has more than one kind."""
    if state.config.groups and held.number <= state.planned:
        groups = {one.number: group_of(state, one.seats[0]) for one in held.tables if one.seats}
        return {one: gettext(GROUP) % {"letter": letter(at)} for one, at in groups.items()}
    drawn = [one for one in stage_rounds(state) if one.number == held.number]
    ties = [(one, tie) for one in drawn for tie in one.ties]
    if len(drawn) < 2 and not any(tie.third for _, tie in ties):
        return {}
    seated = [(one, tie, tie.table_in(contest(state).round(held.number))) for one, tie in ties]
    titles = {
        table.number: gettext(THIRD) if tie.third else sentence(one.title, names)
        for one, tie, table in seated
        if table is not None
    }
    if not held.matches:
        return titles
    boards = [(at, one) for at, match in enumerate(held.matches, 1) for one in match.boards]
    return {board.table: titles[at] for at, board in boards if at in titles}


def _stage(state: State, drawn: StageRound, names: Mapping[int, str], own: Own) -> dict[str, Any]:
    """Return one round of the stage."""
    held = state.round(drawn.number)
    return {
        "number": drawn.number,
        "title": sentence(drawn.title, names),
        "matches": [
            {
                "slots": _slots(
                    tie, tie.table_in(held), names, own, in_units=bool(state.config.boards)
                ),
                "third": tie.third,
                "bye": tie.bye,
                "table": tie.table_in(held),
            }
            for tie in drawn.ties
        ],
    }


def _slots(
    tie: Tie, table: Table | None, names: Mapping[int, str], own: Own, *, in_units: bool
) -> list[dict[str, Any]]:
    """Return the entries that meet; a slot is empty while nobody has reached it."""
    return [
        {
            "name": "" if entry is None else names[entry],
            "won": entry is not None and entry in (tie.through or ()),
            "out": entry is not None and tie.through is not None and entry not in tie.through,
            "is_me": entry is not None and entry in own,
            **_outcome(table, entry, in_units=in_units),
        }
        for entry in tie.slots
    ]


def _outcome(table: Table | None, entry: int | None, *, in_units: bool) -> dict[str, Any]:
    """Return the score and, at larger tables, the place of an entry that has played."""
    result = None if table is None else table.result
    if table is None or result is None or entry is None or entry not in result.outcomes:
        return {"place": None, "score": None}
    place, score = None, result.outcomes[entry].score
    if len(table.seats) > 2:
        place = result.place_of(entry)
    return {"place": place, "score": halves(score) if in_units and score is not None else score}


def round_title(state: State, number: int) -> str:
    """Return a round's name besides its number: Semi-finals; mostly empty."""
    drawn = [one for one in stage_rounds(state) if one.number == number]
    is_named = len(drawn) == 1 and (drawn[0].side or not drawn[0].title.args)
    return sentence(drawn[0].title, {}) if is_named else ""
