"""Rounds known before they are made, as pages show them: planned, not yet played."""

from __future__ import annotations

from typing import Any

from games.tournaments.director.ahead import PlannedRound, rounds_ahead
from games.tournaments.director.rounds import byes_of
from games.tournaments.director.state import Round
from games.tournaments.presenters import Shown


def ahead_context(view: Shown, number: int | None) -> dict[str, Any]:
    """Return the numbers of the future rounds, and one of them if requested.

    Before the first round is made, that is the first one.
    """
    coming = rounds_ahead(view.state)
    asked = number if number or view.state.rounds else 1
    picked = next((one for one in coming if one.number == asked), None)
    return {
        "coming": [one.number for one in coming],
        "planned": None if picked is None else planned_of(view, picked),
    }


def plan_context(view: Shown) -> dict[str, Any]:
    """Return the pairings of every round, made or planned, for a printer."""
    made = [_made_of(view, held) for held in view.state.rounds]
    return {"plan": [*made, *(planned_of(view, one) for one in rounds_ahead(view.state))]}


def planned_of(view: Shown, planned: PlannedRound) -> dict[str, Any]:
    """Return a future round with names."""
    tables = [_table(view, one.number, one.entries, one.absent) for one in planned.tables]
    resting = [view.names[one] for one in planned.resting]
    return {"number": planned.number, "planned": True, "tables": tables, "resting": resting}


def _made_of(view: Shown, held: Round) -> dict[str, Any]:
    """Return a round that was made, in the same form."""
    tables = [_table(view, one.number, one.seats, one.absent) for one in held.tables]
    resting = [view.names[one] for one in byes_of(held)]
    return {"number": held.number, "planned": False, "tables": tables, "resting": resting}


def _table(
    view: Shown, number: int | None, seats: tuple[int, ...], absent: frozenset[int]
) -> dict[str, Any]:
    names = [
        {"name": view.names[one], "absent": one in absent, "is_me": one == view.own}
        for one in seats
    ]
    return {"number": number, "seats": names, "is_mine": view.own in seats}


def planned_lines(view: Shown, entry: int) -> list[dict[str, Any]]:
    """Return the future rounds of one player who is still in."""
    if view.state.entries[entry].status != "registered":
        return []
    return [_planned_line(view, entry, one) for one in rounds_ahead(view.state)]


def _planned_line(view: Shown, entry: int, planned: PlannedRound) -> dict[str, Any]:
    table = planned.table_of(entry)
    if table is None or entry in table.absent:
        rests = entry in planned.resting
        return {"round": planned.number, "planned": True, "rests": rests, "kind": "req"}
    others = [one for one in table.entries if one != entry]
    return {
        "round": planned.number,
        "planned": True,
        "table": table.number,
        "seat": table.entries.index(entry) + 1,
        "others": [view.names[one] for one in others if one not in table.absent],
        "gone": [view.names[one] for one in others if one in table.absent],
    }
