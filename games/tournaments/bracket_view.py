"""An elimination stage as it is drawn: every round to the final, also those nobody has reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.tournaments.director.elimination import stage_rounds
from games.tournaments.director.stage import StageRound, Tie
from games.tournaments.director.state import State, Table
from games.tournaments.names import sentence


def bracket_context(state: State, names: Mapping[int, str], own: int | None) -> dict[str, Any]:
    """Return the rounds of the stage, each with its ties from top to bottom."""
    return {"stages": [_stage(state, one, names, own) for one in stage_rounds(state)]}


def _stage(
    state: State, drawn: StageRound, names: Mapping[int, str], own: int | None
) -> dict[str, Any]:
    """Return one round of the stage."""
    held = state.round(drawn.number)
    return {
        "number": drawn.number,
        "title": sentence(drawn.title, names),
        "matches": [
            {
                "slots": _slots(tie, tie.table_in(held), names, own),
                "third": tie.third,
                "bye": tie.bye,
                "table": tie.table_in(held),
            }
            for tie in drawn.ties
        ],
    }


def _slots(
    tie: Tie, table: Table | None, names: Mapping[int, str], own: int | None
) -> list[dict[str, Any]]:
    """Return who meets; a slot is empty while nobody has reached it."""
    outcomes = table.result.outcomes if table is not None and table.result is not None else {}
    return [
        {
            "name": "" if entry is None else names[entry],
            "won": entry is not None and entry in (tie.through or ()),
            "out": entry is not None and tie.through is not None and entry not in tie.through,
            "score": outcomes[entry].score if entry is not None and entry in outcomes else None,
            "is_me": entry is not None and entry == own,
        }
        for entry in tie.slots
    ]
