"""Everybody's rounds side by side, and one player's in detail, as pages show them."""

from __future__ import annotations

from typing import Any

from games.tournaments.direct.ahead import PlannedRound, rounds_ahead
from games.tournaments.direct.board import shown_points
from games.tournaments.direct.sheet import columns, sheet, tables_of
from games.tournaments.direct.state import State
from games.tournaments.direct.teams import as_players
from games.tournaments.export.tables import crosstable
from games.tournaments.show.event import EventView
from games.tournaments.show.rounds import rests
from games.tournaments.show.standings import ranked


def crosstable_context(view: EventView) -> dict[str, Any]:
    """Return the crosstable."""
    rows = crosstable(view.state, ranked(view))
    return {
        "numbers": columns(view.state),
        "rows": [
            {
                "place": cross.place,
                "name": view.names[cross.row.entry],
                "cells": cross.cells,
                "points": cross.row.shown_points,
                "is_me": cross.row.entry in view.own_entries,
            }
            for cross in rows
        ],
        "is_placed": all(cross.row.place is not None for cross in rows),
    }


def schedule_context(view: EventView, entry: int | None) -> dict[str, Any]:
    """Return one player's rounds, including future ones; the viewer's unless another is named."""
    state = as_players(view.state) if view.state.config.boards else view.state
    listed = state.listed()
    known = [one.number for one in listed]
    chosen = entry if entry in known else view.own if view.own in known else next(iter(known), None)
    return {
        "players": sorted(((one, view.names[one]) for one in known), key=lambda pair: pair[1]),
        "chosen": chosen,
        "lines": []
        if chosen is None
        else [*_lines(view, state, chosen), *planned_lines(view, chosen)],
    }


def _lines(view: EventView, state: State, entry: int) -> list[dict[str, Any]]:
    lines = {line.round: line for line in sheet(state).get(entry, ())}
    found = []
    for number, table in tables_of(state, entry):
        line = lines.get(number)
        found.append(
            {
                "round": number,
                "table": None if table is None else table.number,
                "seat": None if table is None else table.seats.index(entry) + 1,
                "others": []
                if table is None
                else [view.names[one] for one in table.seats if one != entry],
                "place": None if line is None else line.place,
                "points": "" if line is None else shown_points(view.state, line.points),
                "kind": "" if line is None else line.kind,
                "rests": line is not None and rests(view, line.kind),
            }
        )
    return found


def planned_lines(view: EventView, entry: int) -> list[dict[str, Any]]:
    """Return the future rounds of one player who is still in."""
    if view.state.entries[entry].status != "registered" or view.state.config.boards:
        return []
    return [_planned_line(view, entry, one) for one in rounds_ahead(view.state)]


def _planned_line(view: EventView, entry: int, planned: PlannedRound) -> dict[str, Any]:
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
