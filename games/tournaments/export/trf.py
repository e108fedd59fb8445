"""TRF16, the text format of chess federations, for duel events.

Spec: tournaments 6: fixed columns, counted from 1; nothing else goes into
those fields. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.direct.board import board
from games.tournaments.direct.config import DUEL_FORMATS
from games.tournaments.direct.sheet import sheet
from games.tournaments.direct.stage import cut_from
from games.tournaments.direct.state import Entry, State
from games.tournaments.rank.lines import Line
from games.tournaments.rank.points import UNIT, decimal

FIRST_ROUND_COLUMN = 92
ROUND_WIDTH = 10
NAME_WIDTH = 33
POINTS_WIDTH = 4
TYPES = {
    "swiss": "Individual: Swiss-System",
    "round_robin": "Individual: Round-Robin",
    "knockout": "Individual: Knock-Out",
}
"""The tournament's type, in the terms of programs that read TRF."""


@dataclass(frozen=True, slots=True)
class TrfHeader:
    """The contents of the tournament's lines; dates as YYYY/MM/DD, of rounds as YY/MM/DD."""

    name: str
    city: str = ""
    federation: str = ""
    begins: str = ""
    ends: str = ""
    arbiter: str = ""
    rate_of_play: str = ""
    round_dates: Sequence[str] = ()


def trf(state: State, header: TrfHeader, names: Mapping[int, str]) -> str:
    """Return the tournament as TRF16. Raises ValueError for tables of three or more.

    Excluded entries appear without a rank, because others played them. A top cut is not included:
    rounds, points and ranks are the preliminaries'.
    """
    if state.config.format not in DUEL_FORMATS:
        raise ValueError("TRF holds tables of two only")
    cut = cut_from(state)
    lines = sheet(state, cut, everybody=True)
    ranked = {row.entry: row for row in board(state, cut)}
    listed = [one for one in state.listed() if one.number in ranked or one.number in lines]
    rows = _header_lines(state, header, len(listed))
    for entry in listed:
        row = ranked.get(entry.number)
        own = {line.round: line for line in lines.get(entry.number, ())}
        points = sum([line.points for line in own.values()]) if row is None else row.points
        player = _player(entry, names[entry.number], points, None if row is None else row.place)
        rows.append((player + _rounds(state, own)).rstrip())
    return "".join(f"{row}\n" for row in rows)


def _header_lines(state: State, header: TrfHeader, count: int) -> list[str]:
    """Return the lines about the tournament."""
    pairs = [
        ("012", header.name),
        ("022", header.city),
        ("032", header.federation),
        ("042", header.begins),
        ("052", header.ends),
        ("062", str(count)),
        ("092", TYPES[state.config.format]),
        ("102", header.arbiter),
        ("122", header.rate_of_play),
    ]
    rows = [f"{code} {_plain(text)}" for code, text in pairs if text]
    if header.round_dates:
        dates = "".join(f"{date:<{ROUND_WIDTH}}" for date in header.round_dates)
        rows.append(("132".ljust(FIRST_ROUND_COLUMN - 1) + dates).rstrip())
    return [*rows, f"XXR {state.planned}"]


def _player(entry: Entry, name: str, points: int, place: int | None) -> str:
    """Return a player's line up to the rounds."""
    fields = [
        (1, "001"),
        (5, f"{entry.seed:>4}"),
        (15, _plain(name)[:NAME_WIDTH]),
        (49, "" if entry.strength is None else f"{max(0, entry.strength):>4}"),
        (81, f"{decimal_points(points):>4}"),
        (86, "" if place is None else f"{place:>4}"),
    ]
    row = ""
    for column, text in fields:
        row = row.ljust(column - 1) + text
    return row.ljust(FIRST_ROUND_COLUMN - 1)


def decimal_points(units: int) -> str:
    """Return points with one decimal, or whole ones if the field is too narrow for it."""
    points = Fraction(units, UNIT)
    text = decimal(points, 1)
    return text if len(text) <= POINTS_WIDTH else decimal(points, 0)


def _plain(text: str) -> str:
    """Return a text without line ends and tabs, which would break the columns."""
    return " ".join(text.split())


def _rounds(state: State, own: Mapping[int, Line]) -> str:
    """Return the rounds of a player, ten columns each."""
    seeds = {one.number: one.seed for one in state.listed()}
    cut = cut_from(state)
    return "".join(
        _cell(own.get(held.number), seeds, state.config.scoring.full_win)
        for held in state.rounds[: None if cut is None else cut - 1]
        if held.phase != "proposed"
    )


def _cell(line: Line | None, seeds: Mapping[int, int], full_win: int) -> str:
    """Return one round: opponent, w or b or -, the result's code, and their separators."""
    if line is None:
        return " " * ROUND_WIDTH
    if line.kind in ("pab", "req"):
        return f"0000 - {_bye_code(line, full_win)}".ljust(ROUND_WIDTH)
    seat = "w" if line.seat == 0 else "b"
    played = {2: "1", 1: "=", 0: "0"}
    forfeit = "+" if line.kind == "fwin" else "-"
    result = played[line.results[0]] if line.kind == "played" else forfeit
    return f"{seeds[line.others[0]]:>4} {seat} {result}".ljust(ROUND_WIDTH)


def _bye_code(line: Line, full_win: int) -> str:
    """Return U for a full allocated bye, F for a full requested one, H half, Z nothing."""
    if line.points >= full_win > 0:
        return "U" if line.kind == "pab" else "F"
    return "H" if line.points else "Z"
