"""The rows of the CSV exports: standings, pairings, crosstable, schedule of a player.

Spec: tournaments 6. Rows are lists of texts, the header first; the caller writes them as CSV and
guards spreadsheet formulas in names. Pure: imports no Django, random, time, datetime, os or
secrets.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.tournaments.config import ELIMINATIONS
from games.tournaments.director.board import board
from games.tournaments.director.sheet import columns
from games.tournaments.director.state import Round, State, Table
from games.tournaments.exports.crosstable import crosstable
from games.tournaments.points import points_text

Names = Mapping[int, str]
Rows = list[list[str]]


def standings_rows(state: State, names: Names) -> Rows:
    """Return place, seed, name, club, points and one column for each criterion."""
    criteria = [] if state.config.format in ELIMINATIONS else list(state.config.criteria_list)
    rows = [["place", "seed", "name", "club", "points", *criteria]]
    for row in board(state):
        entry = state.entries[row.entry]
        rows.append(
            [
                "" if row.place is None else str(row.place),
                str(entry.seed),
                names[row.entry],
                entry.club or "",
                row.shown_points,
                *(row.shown.get(name, "") for name in criteria),
            ]
        )
    return rows


def pairing_rows(state: State, held: Round, names: Names) -> Rows:
    """Return table, seat, name, place and score of every entry in a round; byes at the end."""
    rows = [["round", "table", "seat", "name", "place", "score", "kind"]]
    for table in held.tables:
        for seat, entry in enumerate(table.seats, 1):
            if entry not in table.moved:
                place, score, kind = _outcome(table, entry)
                rows.append(
                    [
                        str(held.number),
                        str(table.number),
                        str(seat),
                        names[entry],
                        place,
                        score,
                        kind,
                    ]
                )
    for entry, unplayed in sorted(held.unplayed.items()):
        points = points_text(unplayed.points)
        rows.append([str(held.number), "", "", names[entry], "", points, unplayed.kind])
    return rows


def _outcome(table: Table, entry: int) -> tuple[str, str, str]:
    """Return place, score and kind of one seat."""
    if entry in table.absent:
        return "", "", "floss"
    if table.result is None:
        return "", "", "fwin" if table.decided else ""
    one = table.result.outcomes[entry]
    return str(table.result.place_of(entry)), "" if one.score is None else str(one.score), "played"


def crosstable_rows(state: State, names: Names) -> Rows:
    """Return the crosstable: place, name, a cell for each round, points."""
    word = "game" if state.config.format == "arena" else "round"
    rows = [["place", "name", *(f"{word} {number}" for number in columns(state)), "points"]]
    for cross in crosstable(state):
        rows.append([cross.place, names[cross.row.entry], *cross.cells, cross.row.shown_points])
    return rows
