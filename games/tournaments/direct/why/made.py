"""How a round came about: what the pairing knew, what it proposed, what was published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from games.tournaments.direct.actions import Payload
from games.tournaments.direct.groups import group_of
from games.tournaments.direct.pairing_input import contenders, meetings, seats_so_far
from games.tournaments.direct.round import Table, table_from_json
from games.tournaments.direct.stage import Stage
from games.tournaments.direct.state import State
from games.tournaments.direct.teams import contest
from games.tournaments.pair.contenders import Contender, Meetings, Pair
from games.tournaments.pair.seats import SeatHistory


@dataclass(frozen=True)
class Made:
    """A round that was made; in an arena, the games of one moment.

    before     the state that the pairing had, of teams as those who were paired saw it, without the
               pairs kept apart: no reason depends on those, so none can betray them
    apart      the pairs kept apart, for directors alone
    proposed   the tables that it made, and the entries with a bye
    published  the tables by number as a director left them
    stage      the elimination that the round belongs to, if any
    group      the group that is looked at, which plays by itself; None for all
    """

    number: int
    before: State
    apart: frozenset[Pair]
    proposed: tuple[Table, ...]
    byes: tuple[int, ...]
    published: Mapping[int, Table]
    stage: Stage | None
    group: int | None = None

    @cached_property
    def field(self) -> list[Contender]:
        """The entries that were paired, in order of the standings; by seed in round 1."""
        return [one for one in contenders(self.before, self.number) if self.is_in(one.entry)]

    def is_in(self, entry: int) -> bool:
        """Say whether an entry is in the group that is looked at."""
        return self.group is None or group_of(self.before, entry) == self.group

    def within(self, entry: int) -> Made:
        """Return the round as an entry's group played it; all of it where groups don't play."""
        if not self.before.config.groups or self.stage is not None:
            return self
        own = replace(self, group=group_of(self.before, entry))
        tables = tuple(table for table in self.proposed if own.is_in(table.seats[0]))
        return replace(own, proposed=tables, byes=tuple(filter(own.is_in, self.byes)))

    @cached_property
    def index(self) -> dict[int, int]:
        """Everybody's position in that order, from 0."""
        return {one.entry: at for at, one in enumerate(self.field)}

    @cached_property
    def met(self) -> Meetings:
        """Who had met before."""
        return meetings(self.before, self.number)

    @cached_property
    def seats(self) -> SeatHistory:
        """Where everybody had sat."""
        return seats_so_far(self.before, self.number)

    @property
    def before_round(self) -> State:
        """The state with the earlier rounds alone."""
        return replace(self.before, rounds=self.before.rounds[: self.number - 1])

    @property
    def is_random(self) -> bool:
        """Whether the round's order was drawn."""
        return self.number == 1 and self.before.config.first_round == "random"

    def points(self, entry: int) -> int:
        """Return the points that an entry had."""
        return self.field[self.index[entry]].points

    def was_paired(self, table: Table) -> bool:
        """Say whether the pairing brought a table's entries together, not a director."""
        return any(set(one.seats) == set(table.seats) for one in self.proposed)

    def rounds_met(self, one: int, other: int) -> list[int]:
        """Return the rounds in which two had played at one table."""
        return [
            held.number
            for held in self.before.rounds[: self.number - 1]
            for table in held.tables
            if table.result is not None and {one, other} <= set(table.present)
        ]


def made_of(
    before: State, number: int, stage: Stage | None, proposed: Payload, published: Payload
) -> Made:
    """Return a round from the stored facts of its proposal and of the last change to it."""
    tables = [table_from_json(one) for one in published["tables"]]
    return Made(
        number,
        contest(replace(before, forbidden=frozenset()), number),
        before.forbidden,
        tuple(table_from_json(one) for one in proposed["tables"]),
        tuple(proposed.get("byes", ())),
        {table.number: table for table in tables},
        stage,
    )
