"""The standings as everybody sees them, for every format, and the final places.

Spec: tournaments 3.3, 3.6 (struck entries), 3.7 (knockout), 1.5 (season points use the final
places).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.tournaments.direct.elimination import stage_of, stage_places
from games.tournaments.direct.sheet import field as standings_field
from games.tournaments.direct.sheet import table_standings
from games.tournaments.direct.stage import Stage
from games.tournaments.direct.state import EntryStatus, State
from games.tournaments.direct.teams import as_players, contest, meets_in_matches, team_sums
from games.tournaments.rank.field import Value
from games.tournaments.rank.points import points_text
from games.tournaments.rank.ranking import Row, shown_value


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One line of the standings page.

    `place` is None for entries still in an elimination or struck from a round robin, and for bots
    that take none; `values` and
    `shown` are the criteria, exact and for display; with a top cut they and the points are those of
    the preliminary rounds; `decided_by` names what separates the entry from the one above it.
    """

    place: int | None
    entry: int
    points: int
    shown_points: str
    status: EntryStatus
    played: int
    values: Mapping[str, Value | None] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)
    decided_by: str | None = None


def board(state: State, before: int | None = None) -> list[BoardRow]:
    """Return the standings, best first; with `before`, as they were before that round.

    Excluded entries are left out; struck ones come last. In a team event it is teams that are
    ranked, by their matches or by the sums of their players.
    """
    if state.config.boards and not state.seen_as and not meets_in_matches(state):
        return _sums(state, before)
    state = contest(state)
    if not state.listed():
        return []
    held = standings_field(state, before)
    lines, rows = held.sheet, table_standings(state, before, held)
    played = {entry: sum([line.played for line in own]) for entry, own in lines.items()}
    stage = stage_of(state)
    if stage is not None and (before is None or before > stage.begins):
        ranked = _stage_rows(state, stage, rows, played)
    else:
        ranked = [_row(state, row, played, row.place) for row in rows]
    struck = [
        BoardRow(None, one.number, 0, points_text(0), one.status, 0)
        for one in state.listed()
        if one.status != "excluded" and one.number not in lines
    ]
    return _without_bots(state, ranked) + struck


def _sums(state: State, before: int | None) -> list[BoardRow]:
    """Return teams by the points of their players; of equal ones the best player goes first.

    Then the second best, and so on: by the players' places in the standings of all.
    """
    players = as_players(state)
    rows = table_standings(players, before)
    points = team_sums(state, {row.entry: row.points for row in rows})
    best = _best(state, rows)
    lines = standings_field(players, before).sheet
    ordered = sorted(points, key=lambda team: (-points[team], best[team], team))
    found: list[BoardRow] = []
    for team in ordered:
        above = found[-1] if found else None
        level = above is not None and above.points == points[team]
        shares = above is not None and level and best[above.entry] == best[team]
        played = {
            line.round for one in state.entries[team].members for line in lines.get(one, ())
            if line.played
        }  # fmt: skip
        found.append(
            BoardRow(
                place=above.place if above is not None and shares else len(found) + 1,
                entry=team,
                points=points[team],
                shown_points=points_text(points[team]),
                status=state.entries[team].status,
                played=len(played),
                decided_by=None if above is None or shares or level else "points",
            )
        )
    return found


def best_players(state: State) -> dict[int, list[int]]:
    """Return the places of each team's players in the standings of all players, the best first."""
    return _best(state, table_standings(as_players(state)))


def _best(state: State, rows: Sequence[Row]) -> dict[int, list[int]]:
    place_of = {row.entry: row.place for row in rows}
    return {
        team.number: sorted(place_of[one] for one in team.members if one in place_of)
        for team in state.teams()
    }


def _without_bots(state: State, rows: list[BoardRow]) -> list[BoardRow]:
    """Take their places from bots that are to have none; those behind them move up."""
    if state.bots_rank:
        return rows
    places = [row.place for row in rows if row.place and state.entries[row.entry].is_bot]

    def place_of(row: BoardRow) -> int | None:
        if row.place is None or state.entries[row.entry].is_bot:
            return None
        return row.place - sum([one < row.place for one in places])

    return [replace(row, place=place_of(row)) for row in rows]


def _row(state: State, row: Row, played: Mapping[int, int], place: int | None) -> BoardRow:
    """Return a line from a row of points and criteria."""
    return BoardRow(
        place=place,
        entry=row.entry,
        points=row.points,
        shown_points=shown_points(state, row.points),
        status=state.entries[row.entry].status,
        played=played[row.entry],
        values=row.values,
        shown={name: shown_value(name, value) for name, value in row.values.items()},
        decided_by=row.decided_by,
    )


def shown_points(state: State, units: int) -> str:
    """Return points for display; an arena's are whole unless a penalty took a fraction."""
    text = points_text(units)
    return text.removesuffix(".00") if state.config.format == "arena" else text


def _stage_rows(
    state: State, stage: Stage, rows: list[Row], played: Mapping[int, int]
) -> list[BoardRow]:
    """Return entries still in the stage by seed, those out by place and seed, then those cut.

    Those cut rank behind everybody in the stage, in the order of the preliminary standings.
    """
    places = stage_places(state, stage)
    inside = sorted(
        (row for row in rows if row.entry in stage.ranks),
        key=lambda row: (places.get(row.entry, 0), stage.ranks[row.entry]),
    )
    cut = [row for row in rows if row.entry not in stage.ranks]
    return [
        *(
            replace(_row(state, row, played, places.get(row.entry)), decided_by=None)
            for row in inside
        ),
        *(_row(state, row, played, _place_behind(stage, row, cut)) for row in cut),
    ]


def _place_behind(stage: Stage, row: Row, cut: Sequence[Row]) -> int:
    """Return the place of an entry that missed the cut."""
    return 1 + len(stage.seeds) + sum([other.place < row.place for other in cut])


def final_places(state: State) -> dict[int, int]:
    """Return every ranked entry's place, for the podium and for season points.

    If a tournament ended before its last round, entries still in a knockout share the first place
    left. Every player of a team who has played shares its place.
    """
    places = _places(state)
    return _of_members(state, places) if state.config.boards else places


def _of_members(state: State, teams: Mapping[int, int]) -> dict[int, int]:
    """Return the places of those who played for the teams, shared by a team, behind all above."""
    seated = {one for held in state.rounds for table in held.tables for one in table.present}
    seated -= {one.number for one in state.with_status("excluded")}
    played = {team: seated.intersection(state.entries[team].members) for team in teams}
    return {
        player: 1 + sum([len(played[other]) for other in teams if teams[other] < place])
        for team, place in teams.items()
        for player in played[team]
    }


def _places(state: State) -> dict[int, int]:
    """Return the place of every ranked entry."""
    return {
        row.entry: row.place if row.place is not None else 1
        for row in board(state)
        if (state.bots_rank or not state.entries[row.entry].is_bot)
        and (row.place is not None or row.status != "withdrawn")  # else it is struck
    }


def played(state: State) -> set[int]:
    """Return the entries that sat at a table which has a result."""
    return {
        entry
        for held in state.rounds
        for table in held.tables
        if table.result is not None
        for entry in table.present
    }
