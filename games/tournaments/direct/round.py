"""A round of an event: its tables, their results, and who doesn't play.

Spec: tournaments 2, 5.1. Immutable, like the state (`state.py`) that holds the rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

RoundPhase = Literal["proposed", "published", "closed"]
UnplayedKind = Literal["pab", "req"]
Source = Literal["match", "judge", "players"]
"""`players`: two players at a table on paper reported the same result."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One entry's outcome at a table: its rank (1 is best), and game score and side if any."""

    rank: int
    score: int | None = None
    side: str | None = None


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table's result: the outcome of every entry that played."""

    outcomes: Mapping[int, Outcome]
    source: Source = "judge"
    match: str | None = None

    def place_of(self, entry: int) -> int:
        """Return an entry's place at the table (1, 1, 3), however its rank was recorded."""
        rank = self.outcomes[entry].rank
        return 1 + sum([other.rank < rank for other in self.outcomes.values()])


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a round; `seats` lists entries by seat.

    sides    for two against two with changing partners: who partners whom
    absent   seated but not present: no-shows and forfeits
    moved    entries sent to another table because too few were left here
    told     the results that its players have entered, by entry
    reason   why a judge ruled this result; empty if it is not a ruling
    """

    number: int
    seats: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] | None = None
    absent: frozenset[int] = frozenset()
    moved: frozenset[int] = frozenset()
    result: TableResult | None = None
    told: Mapping[int, TableResult] = field(default_factory=dict)
    extra_seconds: int = 0
    reason: str = ""

    @property
    def present(self) -> tuple[int, ...]:
        """The entries that play, by seat."""
        return tuple(one for one in self.seats if one not in self.absent and one not in self.moved)

    @property
    def decided(self) -> bool:
        """Whether the table is settled: it has a result, or too few entries to play."""
        return self.result is not None or len(self.present) < 2


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A round without a table: an allocated bye, or a requested one (an absence)."""

    kind: UnplayedKind
    points: int


@dataclass(frozen=True, slots=True)
class Board:
    """One board of a match of two teams: a player of each, and their table's number.

    A player is 0 if that team has nobody left for the board; then there is no table (0).
    """

    players: tuple[int, int]
    table: int = 0


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A published match of two teams, board by board; on odd boards the first team sits first."""

    teams: tuple[int, int]
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A round's clock: when it runs out, or what was left when it was paused.

    ends_at  in seconds of the server's clock, without extra time; 0 while paused
    left     seconds left when paused
    """

    ends_at: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal that all tables of a duplicate round play.

    no       the number of its secret in the chain of the event's draws (`draws.py`)
    entries  how many entries there were: their contributions make its seed
    secret, seed  revealed when the round is closed; empty before
    """

    no: int
    entries: int
    secret: str = ""
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: proposed (private), published (visible to players) or closed.

    extra_seconds  the time all of its tables were given; each table's own includes it
    clock          None if the round has none
    closed_at      when it was closed, if the event ran by itself; else 0
    matches        of two teams each, once published; before that, tables seat teams
    deal           that of a published round in a duplicate event
    """

    number: int
    tables: tuple[Table, ...]
    unplayed: Mapping[int, Unplayed] = field(default_factory=dict)
    phase: RoundPhase = "proposed"
    repeats: int = 0
    seeds: tuple[int, ...] = ()
    extra_seconds: int = 0
    clock: RoundClock | None = None
    closed_at: int = 0
    matches: tuple[TeamMatch, ...] = ()
    deal: Deal | None = None

    @property
    def complete(self) -> bool:
        """Whether every table is decided."""
        return all(table.decided for table in self.tables)

    def table(self, number: int) -> Table | None:
        """Return a table by its number."""
        return next((one for one in self.tables if one.number == number), None)

    def at(self, number: int) -> Table:
        """Return a table that is known to exist. Raises KeyError otherwise."""
        found = self.table(number)
        if found is None:
            raise KeyError(number)
        return found

    def table_of(self, entry: int) -> Table | None:
        """Return the table where an entry plays or should play; in an arena, its latest."""
        found = reversed(self.tables)
        return next((one for one in found if entry in one.seats and entry not in one.moved), None)

    def with_table(self, table: Table) -> Round:
        """Return the round with one table replaced."""
        tables = [table if one.number == table.number else one for one in self.tables]
        return replace(self, tables=tuple(tables))


def result_to_json(result: TableResult) -> dict[str, Any]:
    """Return a result in the form an action's payload stores."""
    return {
        "results": [
            {"entry": entry, "rank": one.rank, "score": one.score, "side": one.side}
            for entry, one in sorted(result.outcomes.items())
        ],
        "source": result.source,
        "match": result.match,
    }


def result_from_json(data: Mapping[str, Any]) -> TableResult:
    """Return the result stored in a payload."""
    outcomes = {
        one["entry"]: Outcome(one["rank"], one.get("score"), one.get("side"))
        for one in data["results"]
    }
    return TableResult(outcomes, data.get("source", "judge"), data.get("match"))


def match_to_json(match: TeamMatch) -> dict[str, Any]:
    """Return a match of two teams as JSON types: [player, player, table] for each board."""
    boards = [[*board.players, board.table] for board in match.boards]
    return {"teams": list(match.teams), "boards": boards}


def match_from_json(data: Mapping[str, Any]) -> TeamMatch:
    """Return the match of two teams stored in a payload."""
    boards = [Board((first, second), table) for first, second, table in data["boards"]]
    first, second = data["teams"]
    return TeamMatch((first, second), tuple(boards))


def table_to_json(table: Table) -> dict[str, Any]:
    """Return a proposed table as JSON types."""
    return {
        "table": table.number,
        "seats": list(table.seats),
        "sides": None if table.sides is None else [list(side) for side in table.sides],
        "absent": sorted(table.absent),
    }


def table_from_json(data: Mapping[str, Any]) -> Table:
    """Return the table stored in a payload."""
    sides = data.get("sides")
    return Table(
        number=data["table"],
        seats=tuple(data["seats"]),
        sides=None if sides is None else tuple(tuple(side) for side in sides),
        absent=frozenset(data.get("absent", ())),
    )


def byes_of(held: Round) -> list[int]:
    """Return the entries with a pairing-allocated bye in a round."""
    return [one for one, unplayed in held.unplayed.items() if unplayed.kind == "pab"]
