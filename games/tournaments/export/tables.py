"""The rows of the CSV exports: standings, pairings, crosstable.

Spec: tournaments 6. Rows are lists of texts, the header first; the caller writes them as CSV and
guards spreadsheet formulas in names.

A crosstable has a row for each entry and a cell for each round. Cells are short codes, the same in
every language: at tables of two the opponent's place, w or b for the first or second seat, and the
result ("12w1", "7-F", "+bye", "-"); at larger tables the table, the seat and the place ("T3/2:
1st"). An entry without a place (still in a knockout, struck from a round robin, excluded) is named
by its seed: "(3)w1". Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.tournaments.direct.board import BoardRow, board
from games.tournaments.direct.config import ELIMINATIONS, SIZED_FORMATS
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.sheet import columns, sheet
from games.tournaments.direct.state import State
from games.tournaments.direct.teams import contest
from games.tournaments.rank.lines import Line
from games.tournaments.rank.points import points_text

Names = Mapping[int, str]
Rows = list[list[str]]
DUEL_RESULTS = {2: "1", 1: "½", 0: "0"}


def standings_rows(state: State, names: Names) -> Rows:
    """Return place, seed, name, club, points and one column for each criterion."""
    criteria = [] if state.config.format in ELIMINATIONS else list(state.config.criteria_list)
    if state.config.boards and state.config.format in SIZED_FORMATS:
        criteria = []
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
                at = (str(held.number), str(table.number), str(seat))
                rows.append([*at, names[entry], place, score, kind])
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


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One entry's row: its place as cells write it, and a cell for each round."""

    row: BoardRow
    place: str
    cells: tuple[str, ...]


def crosstable(state: State, rows: Sequence[BoardRow] | None = None) -> list[CrossRow]:
    """Return the crosstable in order of the standings, which are `rows` if they are known."""
    state = contest(state)
    rows = board(state) if rows is None else rows
    lines, numbers = sheet(state), columns(state)
    places = {one.number: f"({one.seed})" for one in state.listed()}
    places |= {row.entry: str(row.place) for row in rows if row.place is not None}
    found = []
    for row in rows:
        by_round = {line.round: line for line in lines.get(row.entry, ())}
        full_win = state.config.scoring.full_win
        cells = [cell(by_round.get(number), places, full_win) for number in numbers]
        found.append(CrossRow(row, places[row.entry], tuple(cells)))
    return found


def cell(line: Line | None, places: Mapping[int, str], full_win: int) -> str:
    """Return a cell; `places` gives the opponents' labels, by entry."""
    if line is None:
        return ""
    if line.kind == "played":
        if line.size == 2:
            colour = "w" if line.seat == 0 else "b"
            return f"{places.get(line.others[0], '')}{colour}{DUEL_RESULTS[line.results[0]]}"
        seat = 0 if line.seat is None else line.seat + 1
        return f"T{line.table}/{seat}: {ordinal(line.place or 0)}"
    if line.kind in ("fwin", "floss"):
        opponent = places.get(line.others[0], "") if len(line.others) == 1 else ""
        return f"{opponent}{'+' if line.kind == 'fwin' else '-'}F"
    if line.points >= full_win > 0:
        return "+bye"
    return "½bye" if line.points else "-"


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, ..., 11th, ..., 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"


def crosstable_rows(state: State, names: Names) -> Rows:
    """Return the crosstable: place, name, a cell for each round, points."""
    word = "game" if state.config.format == "arena" else "round"
    rows = [["place", "name", *(f"{word} {number}" for number in columns(state)), "points"]]
    for cross in crosstable(state):
        rows.append([cross.place, names[cross.row.entry], *cross.cells, cross.row.shown_points])
    return rows
