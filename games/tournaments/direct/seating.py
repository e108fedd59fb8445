"""Convert between a tournament's tables and matches: seats one way, results the other.

A match knows seats and players; a table knows entries. Spec: tournaments 3.9 (pairs sit opposite
each other).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.tournaments.direct.round import Table
from games.tournaments.direct.state import State


def players_by_seat(state: State, table: Table) -> list[int]:
    """Return the player ids of a table's match by seat.

    Fixed pairs alternate, partners opposite each other: a1 b1 a2 b2. Where a bot sits in for an
    entry, its id is the entry's number below 0.
    """
    return [
        entry if entry < 0 else state.entries[entry].players[member]
        for entry, member in _chairs(state, table)
    ]


def entries_by_seat(state: State, table: Table) -> list[int]:
    """Return the entry behind each seat of a table's match; below 0 if a bot sits in for it."""
    return [entry for entry, _ in _chairs(state, table)]


def _chairs(state: State, table: Table) -> list[tuple[int, int]]:
    """Return (entry, index of its member) by seat."""
    members = range(state.config.team_size)
    return [(entry, member) for member in members for entry in _sitting(state, table)]


def _sitting(state: State, table: Table) -> list[int]:
    """Return who sits at a table; in a duplicate event bots sit in, so that the deal stays."""
    if not state.config.duplicate:
        return list(table.present)
    return [one if one in table.present else -one for one in table.seats]


def result_payload(
    state: State,
    table: Table,
    *,
    round_number: int,
    ranks: Sequence[int],
    scores: Sequence[int] | None = None,
    sides: Sequence[str | None] | None = None,
    match: str | None = None,
) -> dict[str, Any]:
    """Return the payload of `set_result` for a finished match, given by seat.

    A pair's rank is that of its best member, its score the sum of both.
    """
    seats: dict[int, list[int]] = {}
    for seat, entry in enumerate(entries_by_seat(state, table)):
        if entry > 0:
            seats.setdefault(entry, []).append(seat)
    return {
        "round": round_number,
        "table": table.number,
        "results": [
            {
                "entry": entry,
                "rank": min([ranks[seat] for seat in own]),
                "score": None if scores is None else sum([scores[seat] for seat in own]),
                "side": None if sides is None else sides[own[0]],
            }
            for entry, own in seats.items()
        ],
        "source": "match",
        "match": match,
    }
