"""Rounds known before they are made: those of a round robin or a fixed schedule.

They follow from the start and from the entries still in, so none of it is stored: a withdrawal
changes them. Spec: tournaments 3.5 (fixed schedules), 3.6.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.tournaments.direct.propose import round_robin, scheduled
from games.tournaments.direct.sheet import table_standings
from games.tournaments.direct.state import State


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """The entries due to meet, in seat order if the table's number is known.

    absent  those of them that are out, or excused from the round
    """

    entries: tuple[int, ...]
    absent: frozenset[int] = frozenset()
    number: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A future round, and the entries that rest in it."""

    number: int
    tables: tuple[PlannedTable, ...]
    resting: tuple[int, ...] = ()

    def table_of(self, entry: int) -> PlannedTable | None:
        """Return the table at which an entry is due to play."""
        return next((one for one in self.tables if entry in one.entries), None)


def rounds_ahead(state: State) -> list[PlannedRound]:
    """Return the future rounds as far as known; none before the start or at the end."""
    if state.phase != "running":
        return []
    numbers = range(state.next_round, state.planned + 1)
    if state.config.format == "round_robin":
        return [_of_round_robin(state, number) for number in numbers]
    return _of_schedule(state, numbers) if state.schedule else []


def _of_round_robin(state: State, number: int) -> PlannedRound:
    """Return a round of Berger's table, without the tables nobody will come to."""
    made = round_robin(state, number)
    tables = [
        PlannedTable(table.seats, table.absent, table.number)
        for table in made.tables
        if table.present
    ]
    resting = tuple(one for one in made.byes if state.entries[one].active(number))
    return PlannedRound(number, tuple(tables), resting)


def _of_schedule(state: State, numbers: range) -> list[PlannedRound]:
    """Return the rounds of the fixed schedule, omitting any that will be divided afresh.

    Table numbers and seats depend on the standings at that time.
    """
    order = [row.entry for row in table_standings(state)]
    found = []
    for number in numbers:
        here = [one for one in order if state.entries[one].active(number)]
        tables = scheduled(state, number, here)
        if tables is not None:
            planned = tuple(PlannedTable(tuple(sorted(table))) for table in tables)
            found.append(PlannedRound(number, planned))
    return found
