"""The screen in the hall: who sits where, results as they come in, the standings and who moved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.tournaments.direct.round import Round, Table, byes_of
from games.tournaments.show.bracket import round_title
from games.tournaments.show.event import EventView, public_state
from games.tournaments.show.qr import qr_code
from games.tournaments.show.rounds import by_name, newest_games, rests
from games.tournaments.show.standings import has_results, moves, places, podium

AT_ONCE = 30
"""So many lines fit on two pages of a third of the screen: longer lists take turns on all of it."""


def hall_context(view: EventView, address: str = "") -> dict[str, Any]:
    """Return what the screen shows: the same to everybody, so no round that is only proposed.

    `address` is that of the event's page, for a QR code; a frame on another site has none.
    """
    view = replace(view, state=public_state(view.state))
    is_on = view.state.phase == "running"
    held = view.state.current if is_on else None
    lists = {
        "seated": [] if held is None else _seated(view, held),
        "results": [] if held is None else _results(view, held),
        "rows": _rows(view),
    }
    return {
        **lists,
        "takes_turns": max(len(one) for one in lists.values()) > AT_ONCE,
        "round": None if held is None else _round(view, held),
        "podium": podium(view),
        "entered": [] if view.state.rounds else _entered(view),
        "code": qr_code(address) if address else None,
        "address": address.partition("://")[2].rstrip("/").split("/"),
    }


def _round(view: EventView, held: Round) -> dict[str, Any]:
    """Return the latest round: what it is called, and how many of its tables are done."""
    return {
        "number": held.number,
        "title": round_title(view.state, held.number),
        "done": sum(table.decided for table in held.tables),
        "tables": len(held.tables),
    }


def _seated(view: EventView, held: Round) -> list[dict[str, Any]]:
    """Return who sits at the tables without a result, by name; then whoever has the bye."""
    if held.phase != "published":
        return []
    open_tables = [table for table in held.tables if not table.decided]
    found = by_name(view, open_tables, byes_of(held) if open_tables else [])
    return [{**one, "rests": rests(view, "pab")} for one in found if not one["absent"]]


def _results(view: EventView, held: Round) -> list[dict[str, Any]]:
    """Return the decided tables, of an arena the latest, with everybody in order of place."""
    if view.state.config.format == "arena":
        held, _ = newest_games(held)
    return [
        {"table": table.number, "seats": _outcome(view, table)}
        for table in held.tables
        if table.decided
    ]


def _outcome(view: EventView, table: Table) -> list[dict[str, Any]]:
    """Return those at a table by place; who did not come stands last."""
    result = table.result
    places = {} if result is None else {one: result.place_of(one) for one in result.outcomes}
    there = [one for one in table.seats if one not in table.moved]
    return [
        {"name": view.names[one], "place": places.get(one), "absent": one in table.absent}
        for one in sorted(there, key=lambda one: (one in table.absent, places.get(one, 0)))
    ]


def _rows(view: EventView) -> list[dict[str, Any]]:
    """Return the standings, each line with the places gained since the round before.

    Before the first result there are none: their order would be chance.
    """
    if not has_results(view.state):
        return []
    moved = moves(view)
    return [{**one, "moved": moved.get(one["entry"], 0)} for one in places(view)]


def _entered(view: EventView) -> list[dict[str, Any]]:
    """Return who has entered, by name, until the first round is published."""
    entries = [one for one in view.state.with_status("registered") if not one.is_team]
    named = [{"name": view.names[one.number], "checked_in": one.checked_in} for one in entries]
    return sorted(named, key=lambda one: str(one["name"]).casefold())
