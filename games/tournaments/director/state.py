"""A tournament as its actions made it: the value that everything reads.

Spec: tournaments 2, 5.1. Immutable; `director/actions.py` folds actions into
it. Times, names and accounts are none of its business: an entry is a number
with player ids. Pure: imports no Django, random, time, datetime, os or
secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from games.tournaments.config import Config

Phase = Literal["draft", "registration", "check_in", "running", "finished", "archived"]
EntryStatus = Literal["registered", "waiting", "left", "withdrawn", "excluded"]
RoundPhase = Literal["proposed", "published", "closed"]
UnplayedKind = Literal["pab", "req"]
Source = Literal["match", "judge", "players"]
"""`players`: two of a table reported the same, in old journals alone."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One player or fixed pair in the tournament; numbers are never used again.

    joined    the first round it takes part in
    missed    units of the rounds before, for a late entry
    absent    rounds for which it is excused
    counted   excluded entries: whether their opponents keep the results
    contribution  its part of the event's draws; nothing where somebody else entered it
    """

    number: int
    players: tuple[int, ...]
    status: EntryStatus = "registered"
    seed: int = 0
    strength: int | None = None
    club: str | None = None
    checked_in: bool = False
    joined: int = 1
    missed: Mapping[int, int] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()
    counted: bool = True
    contribution: str = ""

    def active(self, number: int) -> bool:
        """Say whether the entry is to be paired in a round."""
        return self.status == "registered" and self.joined <= number and number not in self.absent


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one entry did at a table: its rank, 1 best, and game score and side if any."""

    rank: int
    score: int | None = None
    side: str | None = None


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table's result: the outcome of everybody who played."""

    outcomes: Mapping[int, Outcome]
    source: Source = "judge"
    match: str | None = None

    def place_of(self, entry: int) -> int:
        """Return an entry's place at the table (1, 1, 3), however its rank was written."""
        rank = self.outcomes[entry].rank
        return 1 + sum([other.rank < rank for other in self.outcomes.values()])


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a round; `seats` are entries by seat.

    sides    two against two with changing partners: who plays with whom
    absent   seated, but not there: no-shows and forfeits
    moved    those who were sent to another table because too few were left
    reason   why a judge ruled as the result stands; nothing where it is no ruling
    """

    number: int
    seats: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] | None = None
    absent: frozenset[int] = frozenset()
    moved: frozenset[int] = frozenset()
    result: TableResult | None = None
    extra_seconds: int = 0
    reason: str = ""

    @property
    def present(self) -> tuple[int, ...]:
        """Those who play, by seat."""
        return tuple(one for one in self.seats if one not in self.absent and one not in self.moved)

    @property
    def decided(self) -> bool:
        """Whether nothing is open at this table: a result, or too few to play."""
        return self.result is not None or len(self.present) < 2


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A round without a table: an allocated bye, or a requested one (absence)."""

    kind: UnplayedKind
    points: int


@dataclass(frozen=True, slots=True)
class Round:
    """One round: proposed (private), published (players see it) or closed."""

    number: int
    tables: tuple[Table, ...]
    unplayed: Mapping[int, Unplayed] = field(default_factory=dict)
    phase: RoundPhase = "proposed"
    repeats: int = 0
    seeds: tuple[int, ...] = ()

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
        """Return the table at which an entry plays (or should); in an arena its newest."""
        found = reversed(self.tables)
        return next((one for one in found if entry in one.seats and entry not in one.moved), None)

    def with_table(self, table: Table) -> Round:
        """Return the round with one table replaced."""
        tables = [table if one.number == table.number else one for one in self.tables]
        return replace(self, tables=tuple(tables))


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty: units taken away, or a warning (0)."""

    number: int
    entry: int
    points: int
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw that was made: its number, the secret it revealed, and the seed that followed."""

    no: int
    secret: str
    seed: str


@dataclass(frozen=True, slots=True)
class State:
    """A tournament after its first `no` actions.

    draw           the newest, where the event has committed to its draws

    judges         players' numbers, each with the club membership they were named with, if any
    ends_at        when an arena ends, in seconds of the server's clock; 0 for other formats
    announcements  the numbers of the actions that made those that stand, the newest last
    """

    config: Config
    no: int = 0
    phase: Phase = "draft"
    entries: Mapping[int, Entry] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    planned: int = 0
    schedule: tuple[tuple[tuple[int, ...], ...], ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    penalties: tuple[Penalty, ...] = ()
    judges: Mapping[int, int | None] = field(default_factory=dict)
    ends_at: int = 0
    announcements: tuple[int, ...] = ()
    draw: Draw | None = None

    @property
    def lots(self) -> str:
        """The seed of the round that is being made."""
        return self.config.seed if self.draw is None else self.draw.seed

    @property
    def current(self) -> Round | None:
        """The newest round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_round(self) -> int:
        """The number of the round after the newest."""
        return len(self.rounds) + 1

    @property
    def adjustments(self) -> dict[int, int]:
        """Units that penalties take away, by entry, negative."""
        found: dict[int, int] = {}
        for one in self.penalties:
            if not one.lifted and one.points:
                found[one.entry] = found.get(one.entry, 0) - one.points
        return found

    def round(self, number: int) -> Round | None:
        """Return a round by its number."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def listed(self) -> list[Entry]:
        """Return the entries that took part, in the order of their seeds."""
        return sorted((one for one in self.entries.values() if one.seed), key=lambda one: one.seed)

    def with_status(self, *statuses: EntryStatus) -> list[Entry]:
        """Return the entries of some status, in the order of registration."""
        return [one for one in self.entries.values() if one.status in statuses]

    def with_entry(self, entry: Entry) -> State:
        """Return the state with one entry added or replaced."""
        return replace(self, entries={**self.entries, entry.number: entry})

    def with_entries(self, entries: Iterable[Entry]) -> State:
        """Return the state with entries added or replaced."""
        return replace(self, entries={**self.entries, **{one.number: one for one in entries}})

    def with_round(self, changed: Round) -> State:
        """Return the state with one round replaced, or added as the newest."""
        rounds = list(self.rounds)
        rounds[changed.number - 1 : changed.number] = [changed]
        return replace(self, rounds=tuple(rounds))


def result_to_json(result: TableResult) -> dict[str, Any]:
    """Return a result as it stands in an action's payload."""
    return {
        "results": [
            {"entry": entry, "rank": one.rank, "score": one.score, "side": one.side}
            for entry, one in sorted(result.outcomes.items())
        ],
        "source": result.source,
        "match": result.match,
    }


def result_from_json(data: Mapping[str, Any]) -> TableResult:
    """Return the result that a payload holds."""
    outcomes = {
        one["entry"]: Outcome(one["rank"], one.get("score"), one.get("side"))
        for one in data["results"]
    }
    return TableResult(outcomes, data.get("source", "judge"), data.get("match"))
