"""The crosstable: a row for each entry, a cell for each round.

Spec: tournaments 6. Cells are short codes, the same in every language: at tables of two the
opponent's place, w or b for the first or second seat, and the result ("12w1", "7-F", "+bye", "-");
at larger tables the table, the seat and the place ("T3/2: 1st"). An entry without a place (still in
a knockout, struck from a round robin, excluded) is named by its seed: "(3)w1". Pure: imports no
Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.tournaments.director.board import BoardRow, board
from games.tournaments.director.sheet import columns, sheet
from games.tournaments.director.state import State
from games.tournaments.lines import Line

DUEL_RESULTS = {2: "1", 1: "½", 0: "0"}


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One entry's row: its place as cells write it, and a cell for each round."""

    row: BoardRow
    place: str
    cells: tuple[str, ...]


def crosstable(state: State) -> list[CrossRow]:
    """Return the crosstable in order of the standings."""
    rows = board(state)
    lines, numbers = sheet(state), columns(state)
    places = _places(state, rows)
    found = []
    for row in rows:
        by_round = {line.round: line for line in lines.get(row.entry, ())}
        full_win = state.config.scoring.full_win
        cells = [cell(by_round.get(number), places, full_win) for number in numbers]
        found.append(CrossRow(row, places[row.entry], tuple(cells)))
    return found


def _places(state: State, rows: Sequence[BoardRow]) -> dict[int, str]:
    """Return, by entry, its place, or its seed in brackets if it has none."""
    seeds = {one.number: f"({one.seed})" for one in state.listed()}
    return seeds | {row.entry: str(row.place) for row in rows if row.place is not None}


def cell(line: Line | None, places: Mapping[int, str], full_win: int) -> str:
    """Return a cell; `places` gives the opponents' labels, by entry."""
    if line is None:
        return ""
    if line.kind == "played":
        return _duel(line, places) if line.size == 2 else _table(line)
    if line.kind in ("fwin", "floss"):
        opponent = places.get(line.others[0], "") if len(line.others) == 1 else ""
        return f"{opponent}{'+' if line.kind == 'fwin' else '-'}F"
    if line.points >= full_win > 0:
        return "+bye"
    return "½bye" if line.points else "-"


def _duel(line: Line, places: Mapping[int, str]) -> str:
    """Return the cell of a game at a table of two."""
    colour = "w" if line.seat == 0 else "b"
    return f"{places.get(line.others[0], '')}{colour}{DUEL_RESULTS[line.results[0]]}"


def _table(line: Line) -> str:
    """Return the cell of a game at a larger table."""
    seat = 0 if line.seat is None else line.seat + 1
    return f"T{line.table}/{seat}: {ordinal(line.place or 0)}"


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th, ..., 11th, ..., 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"
