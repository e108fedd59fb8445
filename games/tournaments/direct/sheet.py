"""Derive every entry's lines, and the standings, from tables, byes and rulings.

Spec: tournaments 3.1 to 3.3, 3.6 (withdrawal), 3.9 (b), 5.1 (exclusion).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from games.tournaments.direct.groups import group_of, grouped, merged
from games.tournaments.direct.round import Round, Table, TableResult
from games.tournaments.direct.stage import cut_from
from games.tournaments.direct.state import Entry, State
from games.tournaments.direct.teams import contest
from games.tournaments.rank.duplicate import matchpoints, worth_of
from games.tournaments.rank.field import Field
from games.tournaments.rank.lines import Line, Sheet, played_lines
from games.tournaments.rank.points import SIDE_PRESETS, points_by_side, table_points
from games.tournaments.rank.ranking import Row, standings
from games.tournaments.rank.streaks import streaked


def sheet(state: State, before: int | None = None, *, everybody: bool = False) -> Sheet:
    """Return the lines of every entry that took part, from all published rounds.

    `before` leaves out that round and later ones. An excluded entry keeps its lines if its results
    count, so that its opponents' tie-breaks do too; with `everybody` it keeps them in any case, as
    forfeits otherwise.
    """
    state = contest(state)
    struck = struck_entries(state)
    gone = {one.number for one in state.listed() if one.status == "excluded" and not one.counted}
    left_out = struck if everybody else gone | struck
    lines: dict[int, list[Line]] = {
        one.number: _missed(one, before) for one in state.listed() if one.number not in left_out
    }
    for held in state.rounds:
        if held.phase == "proposed" or (before is not None and held.number >= before):
            continue
        for entry, line in _round_lines(state, held, gone, struck):
            if entry in lines:
                lines[entry].append(line)
    if state.config.format == "arena":
        return {entry: streaked(games) for entry, games in lines.items()}
    return lines


def _missed(entry: Entry, before: int | None) -> list[Line]:
    """Return the lines for the rounds before a late entry joined."""
    return [
        Line(number, "req", points)
        for number, points in sorted(entry.missed.items())
        if before is None or number < before
    ]


def _round_lines(
    state: State, held: Round, gone: set[int], struck: set[int]
) -> Iterable[tuple[int, Line]]:
    """Yield every entry's line for one round."""
    for entry, unplayed in held.unplayed.items():
        yield entry, Line(held.number, unplayed.kind, unplayed.points)
    if state.config.duplicate and not held.complete:
        return  # nothing is compared, or told, before every table has played the deal
    shared = compared(held, gone) if state.config.duplicate else None
    for table in held.tables:
        if struck.intersection(table.seats):
            rest = [one for one in table.seats if one not in struck]
            yield from ((one, Line(held.number, "pab", 0)) for one in rest)
        else:
            yield from _table_lines(state, held.number, table, gone, shared)


def compared(held: Round, gone: Collection[int] = ()) -> dict[int, int]:
    """Return the matchpoints of everybody who played a duplicate round, by entry.

    Compared are those in the same seat; a bot that sat in for somebody isn't. `gone` are entries
    whose results don't count.
    """
    found: dict[int, int] = {}
    for seat in range(max([len(table.seats) for table in held.tables], default=0)):
        there = [
            (table.seats[seat], table.result.outcomes[table.seats[seat]])
            for table in held.tables
            if table.result is not None and table.seats[seat : seat + 1] and _played_on(table, seat)
        ]
        counted = [
            (entry, worth_of(one.rank, one.score)) for entry, one in there if entry not in gone
        ]
        points = matchpoints([worth for _, worth in counted])
        found |= dict(zip([entry for entry, _ in counted], points, strict=True))
    return found


def _played_on(table: Table, seat: int) -> bool:
    """Tell whether the entry in a seat played there to the result."""
    entry = table.seats[seat]
    return table.result is not None and entry in table.present and entry in table.result.outcomes


def _table_lines(
    state: State, number: int, table: Table, gone: set[int], shared: Mapping[int, int] | None
) -> Iterable[tuple[int, Line]]:
    """Yield the lines of one table: played, forfeited, or left without opponents.

    A ruling may find that an entry came although its tablemates were sent elsewhere.
    """
    missing = table.absent | (gone & set(table.seats) - table.moved)
    present = [one for one in table.present if one not in gone]
    for entry in missing:
        others = tuple(one for one in table.seats if one != entry)
        seat = table.seats.index(entry)
        yield entry, Line(number, "floss", 0, others, table=table.number, seat=seat)
    if len(present) >= 2 and table.result is not None:
        yield from _played(state, number, table, table.result, present, shared).items()
    elif len(present) == 1:
        yield present[0], _left_alone(state, number, table, present[0])


def _left_alone(state: State, number: int, table: Table, entry: int) -> Line:
    """Return the line of the only entry present: a forfeit win at a table of two, else a bye."""
    if len(table.seats) == 2:
        others = tuple(one for one in table.seats if one != entry)
        full = state.config.scoring.full_win
        seat = table.seats.index(entry)
        return Line(number, "fwin", full, others, table=table.number, seat=seat)
    return Line(number, "pab", state.config.bye_points.pab, table=table.number)


def _played(
    state: State,
    number: int,
    table: Table,
    result: TableResult,
    present: list[int],
    shared: Mapping[int, int] | None,
) -> dict[int, Line]:
    """Return the lines of a table that was played."""
    outcomes = [result.outcomes[one] for one in present]
    ranks = [one.rank for one in outcomes]
    scores = [one.score for one in outcomes if one.score is not None]
    known = scores if len(scores) == len(present) else None
    codes = [one.side for one in outcomes]
    sides = _sides_present(table, present)
    scoring = state.config.scoring
    if shared is not None:
        points = [shared[one] for one in present]
    elif len(sides) < 2 or scoring.preset in SIDE_PRESETS:
        points = table_points(scoring, ranks, known, codes)
    else:
        points = points_by_side(scoring, ranks, known, sides)
    seats = [table.present.index(one) for one in present]
    return played_lines(number, table.number, present, ranks, points, known, seats)


def _sides_present(table: Table, present: list[int]) -> list[list[int]]:
    """Return each side's indexes in `present` at a table of changing partners; else nothing."""
    sides = [[at for at, one in enumerate(present) if one in side] for side in table.sides or ()]
    return [side for side in sides if side]


def columns(state: State) -> list[int]:
    """Return the column numbers: published rounds, or up to the most games anybody played."""
    if state.config.format == "arena":
        return list(range(1, 1 + max([len(lines) for lines in sheet(state).values()], default=0)))
    return [held.number for held in state.rounds if held.phase != "proposed"]


def tables_of(state: State, entry: int) -> list[tuple[int, Table | None]]:
    """Return an entry's table in each round, or in each of its games in an arena, by number."""
    if state.config.format != "arena":
        return [(held.number, held.table_of(entry)) for held in state.rounds]
    games = [table for held in state.rounds for table in held.tables if entry in table.seats]
    return list(enumerate(games, 1))


def struck_entries(state: State) -> set[int]:
    """Return the entries that left a round robin with fewer than half of their games played.

    All their games are struck from the standings (spec 3.6) but stay in the actions and in the
    ratings.
    """
    state = contest(state)
    if state.config.format != "round_robin":
        return set()
    withdrawn = [one for one in state.listed() if one.status in ("withdrawn", "excluded")]
    sizes = [len(own) for own in grouped(state, [one.number for one in state.listed()])]
    return {
        one.number
        for one in withdrawn
        if 2 * _games_played(state, one.number)
        < state.config.cycles * (sizes[group_of(state, one.number)] - 1)
    }


def _games_played(state: State, entry: int) -> int:
    """Return how many tables an entry played to a result, before a final stage."""
    return sum(
        table.result is not None and entry in table.present
        for held in state.rounds[: state.planned]
        for table in held.tables
    )


def field(state: State, before: int | None = None) -> Field:
    """Return the field from which standings are computed, excluding a top cut."""
    state = contest(state)
    config = state.config
    cut = cut_from(state)
    if cut is not None:
        before = cut if before is None else min(before, cut)
    return Field(
        sheet(state, before),
        rounds=max(state.planned, len(state.rounds) if cut is None else 0),
        full_win=config.scoring.full_win,
        adjustments=state.adjustments,
        round_robin=config.format == "round_robin",
        seed=config.seed,
        strengths={one.number: one.strength for one in state.listed() if one.strength is not None},
        boards=config.boards,
    )


def table_standings(
    state: State, before: int | None = None, held: Field | None = None
) -> list[Row]:
    """Return the standings by points and criteria; ties are listed in seed order.

    `held` is the field, if it is known already.

    Excluded and struck entries are left out; withdrawn ones stay. (The final standings of a
    knockout follow from its bracket: `board.py`.)
    """
    state = contest(state)
    held = held or field(state, before)
    ranked = [
        one.number
        for one in state.listed()
        if one.status != "excluded" and one.number in held.sheet
    ]
    criteria = state.config.criteria_list
    return merged([standings(held, criteria, own) for own in grouped(state, ranked)])
