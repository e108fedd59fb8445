"""Everybody's rounds side by side, and one player's in detail, as pages show them."""

from __future__ import annotations

from typing import Any

from games.tournaments.ahead_view import planned_lines
from games.tournaments.director.board import shown_points
from games.tournaments.director.sheet import columns, sheet, tables_of
from games.tournaments.exports.crosstable import crosstable
from games.tournaments.presenters import Shown, rests


def crosstable_context(view: Shown) -> dict[str, Any]:
    """Return the crosstable."""
    rows = crosstable(view.state)
    return {
        "numbers": columns(view.state),
        "rows": [
            {
                "place": cross.place,
                "name": view.names[cross.row.entry],
                "cells": cross.cells,
                "points": cross.row.shown_points,
                "is_me": cross.row.entry == view.own,
            }
            for cross in rows
        ],
        "is_placed": all(cross.row.place is not None for cross in rows),
    }


def schedule_context(view: Shown, entry: int | None) -> dict[str, Any]:
    """Return one player's rounds, including future ones; the viewer's unless another is named."""
    listed = view.state.listed()
    known = [one.number for one in listed]
    chosen = entry if entry in known else view.own if view.own in known else next(iter(known), None)
    return {
        "players": sorted(((one, view.names[one]) for one in known), key=lambda pair: pair[1]),
        "chosen": chosen,
        "lines": [] if chosen is None else [*_lines(view, chosen), *planned_lines(view, chosen)],
    }


def _lines(view: Shown, entry: int) -> list[dict[str, Any]]:
    lines = {line.round: line for line in sheet(view.state).get(entry, ())}
    found = []
    for number, table in tables_of(view.state, entry):
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
