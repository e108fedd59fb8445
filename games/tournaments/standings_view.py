"""An event's standings as its pages show them: places, and what each value is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.text import gettext_noop
from games.tournaments.config import ELIMINATIONS
from games.tournaments.cut_view import last_in
from games.tournaments.director.board import BoardRow, board
from games.tournaments.director.sheet import field
from games.tournaments.lines import Line
from games.tournaments.points import decimal
from games.tournaments.presenters import Shown
from games.tournaments.standings.criteria import CRITERIA
from games.tournaments.standings.explain import explain
from games.tournaments.standings.field import Field

POINTS = gettext_noop("Points")


def standings_context(view: Shown) -> dict[str, Any]:
    """Return the standings, each value with what it is made of."""
    state, whole = view.state, field(view.state)
    rows = board(state)
    names = [] if state.config.format in ELIMINATIONS else list(state.config.criteria_list)
    return {
        "criteria": [CRITERIA[name] for name in names],
        "rows": [_standing(view, whole, row, names) for row in rows],
        "last_in": last_in(state, rows),
    }


def places(view: Shown) -> list[dict[str, Any]]:
    """Return the standings without what they are made of, which costs more than they do."""
    return [_place(view, row) for row in board(view.state)]


def podium(view: Shown) -> list[dict[str, Any]]:
    """Return the first three places of an event that is over."""
    if view.state.phase not in ("finished", "archived"):
        return []
    return [one for one in places(view) if one["place"] is not None and one["place"] <= 3]


def _place(view: Shown, row: BoardRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "entry": row.entry,
        "name": view.names[row.entry],
        "points": row.shown_points,
        "is_me": row.entry == view.own,
    }


def _standing(view: Shown, whole: Field, row: BoardRow, names: list[str]) -> dict[str, Any]:
    criteria = []
    for name in names:
        parts = explain(whole, row.entry, name) if row.entry in whole.sheet else []
        criteria.append(
            {
                "name": CRITERIA[name].title,
                "short": CRITERIA[name].short,
                "value": row.shown.get(name, ""),
                "parts": [
                    {
                        "round": part.line.round,
                        "value": decimal(part.value),
                        "counts": part.counts,
                        "against": _against(part.line, view.names),
                    }
                    for part in parts
                ],
                "text": " + ".join(decimal(part.value) for part in parts if part.counts),
            }
        )
    known = CRITERIA.get(row.decided_by or "")
    decided = known.title if known is not None else POINTS if row.decided_by else ""
    return {
        **_place(view, row),
        "played": row.played,
        "status": row.status,
        "criteria": criteria,
        "decided_by": decided,
    }


def _against(line: Line, names: Mapping[int, str]) -> str:
    return ", ".join(names.get(one, "") for one in line.others)
