"""Convert the state into the pairing algorithms' input."""

from __future__ import annotations

from collections.abc import Sequence

from games.tournaments.direct.groups import first_of_groups
from games.tournaments.direct.sheet import field, sheet, table_standings
from games.tournaments.direct.state import State
from games.tournaments.direct.teams import contest
from games.tournaments.pair.byes import byes_had, unplayed_rounds
from games.tournaments.pair.contenders import Contender, Meetings, pair_of
from games.tournaments.pair.partners import SideHistory
from games.tournaments.pair.seats import SeatHistory, seat_history
from games.tournaments.rank.lines import times_met


def contenders(state: State, number: int) -> list[Contender]:
    """Return the entries to pair in a round, in order of the standings.

    Round 1 is in seed order, as are entries that share a place.
    """
    state = contest(state, number)
    held = field(state, before=number)
    if number == 1:
        order = [one.number for one in state.listed()]
    else:
        order = [row.entry for row in table_standings(state, number, held)]
    return [
        Contender(
            entry=entry,
            points=held.points.get(entry, 0),
            byes=byes_had(held.sheet.get(entry, ())),
            unplayed=unplayed_rounds(held.sheet.get(entry, ())),
            club=state.entries[entry].club,
        )
        for entry in order
        if state.entries[entry].active(number)
    ]


def going_on(state: State) -> tuple[int, ...]:
    """Return who would advance to the final stage given the current standings, best first.

    Entries that share a place are ordered by seed, so nothing is drawn by hand.
    """
    there = [
        row.entry
        for row in table_standings(state)
        if state.entries[row.entry].status == "registered"
        and (state.bots_rank or not state.entries[row.entry].is_bot)
    ]
    if state.config.groups:
        return first_of_groups(state, there)
    return tuple(there[: state.config.cut])


def meetings(state: State, before: int) -> Meetings:
    """Return who met in earlier rounds, and who may not meet."""
    state = contest(state)
    return Meetings(times_met(sheet(state, before)), state.forbidden)


def seats_so_far(state: State, before: int) -> SeatHistory:
    """Return where each entry sat in earlier rounds."""
    return seat_history(sheet(state, before))


def sides_so_far(state: State, before: int) -> SideHistory:
    """Return who played with and against whom at tables of two against two."""
    partners: dict[tuple[int, int], int] = {}
    opponents: dict[tuple[int, int], int] = {}
    for held in state.rounds[: before - 1]:
        for table in held.tables:
            if table.sides is None or table.result is None:
                continue
            for side in table.sides:
                _count(partners, side[:1], side[1:])
            _count(opponents, table.sides[0], table.sides[1])
    return SideHistory(partners, opponents)


def _count(times: dict[tuple[int, int], int], ones: Sequence[int], others: Sequence[int]) -> None:
    """Count every pair made of one entry from each side."""
    for one in ones:
        for other in others:
            pair = pair_of(one, other)
            times[pair] = times.get(pair, 0) + 1
