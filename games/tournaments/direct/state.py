"""The tournament state that results from its actions; everything else reads it.

Spec: tournaments 2, 5.1. Immutable; `direct/actions.py` folds actions into it. It knows no times,
names or accounts: an entry is a number with player ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from games.tournaments.direct.config import Config
from games.tournaments.direct.round import Round, Table

Phase = Literal["draft", "registration", "check_in", "running", "finished", "archived"]
EntryStatus = Literal["registered", "waiting", "left", "withdrawn", "excluded"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Why an entry qualified: the event's code and name, and the entry, rank and place there.

    Ranks count through; places may be shared.
    """

    event: str
    title: str
    rank: int
    place: int
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One player or fixed pair in the tournament; numbers are never reused.

    joined    the first round it takes part in
    missed    units granted for the rounds before a late entry joined
    absent    rounds for which it is excused
    counted   for excluded entries: whether their opponents keep the results
    contribution  its contribution to the event's draws; empty if somebody else entered it
    guests    its people without an account: player ids below 0, also once they were claimed
    claims    which account has claimed which of them
    on_paper  the last round that it plays on paper although its guests were claimed
    keys      how often its private address was replaced
    name      of a team; empty for players
    members   a team's players, by number, in board order: the first `boards` of them play, the
              others are reserves
    captain   the member who hands in a team's line-ups; 0 if nobody does
    origin    where it qualified, if it did
    checked_together  whether it checked in with everyone, by one press
    led_by    the club whose officers may enter a team's members; 0: none
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
    guests: tuple[int, ...] = ()
    claims: Mapping[int, int] = field(default_factory=dict)
    on_paper: int = 0
    keys: int = 0
    name: str = ""
    members: tuple[int, ...] = ()
    captain: int = 0
    led_by: int = 0
    origin: Origin | None = None
    checked_together: bool = False

    @property
    def is_team(self) -> bool:
        """Whether it is a team, whose members are entries of their own."""
        return bool(self.name)

    @property
    def is_bot(self) -> bool:
        """Whether a bot plays for it; people without an account have numbers below 0, too."""
        return any(one < 0 and one not in self.guests for one in self.players)

    @property
    def unclaimed(self) -> tuple[int, ...]:
        """Its people who have no account."""
        return tuple(one for one in self.guests if one in self.players)

    def plays_on_paper(self, number: int) -> bool:
        """Say whether its table of a round has no match on the site."""
        return bool(self.unclaimed) or number <= self.on_paper

    def active(self, number: int) -> bool:
        """Say whether the entry is to be paired in a given round."""
        return self.status == "registered" and self.joined <= number and number not in self.absent


@dataclass(frozen=True, slots=True)
class Pace:
    """How the rounds of an event follow each other.

    is_automatic     whether the event carries out its steps by itself
    since            when it was told to, in seconds of the server's clock
    stopped          the sentence of the refusal that stopped it, and its arguments; or empty
    round_minutes    the clock that a published round starts with; 0: none
    break_minutes    between the end of a round and the next, by itself
    enough           per cent of the tables that must be done when the clock has run out, for the
                     others to be drawn by itself; 100: none is
    no_show_minutes  after which those not at their table are no-shows, by itself; 0: never
    no_shows_stay    whether these lose that round only; otherwise they are withdrawn
    starts_at        when the first round begins at the earliest, in seconds of the server's clock
    every_days       from one date of rounds to the next, by itself; 0: rounds have no dates
    a_date           how many rounds each date has
    """

    is_automatic: bool = False
    since: int = 0
    stopped: str = ""
    stopped_args: Mapping[str, Any] = field(default_factory=dict)
    round_minutes: int = 0
    break_minutes: int = 5
    enough: int = 100
    no_show_minutes: int = 0
    no_shows_stay: bool = False
    starts_at: int = 0
    every_days: int = 0
    a_date: int = 1

    def date_of(self, number: int) -> int:
        """Return when a round begins by itself at the earliest."""
        return self.starts_at + 86_400 * self.every_days * ((number - 1) // self.a_date)


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty: units deducted, or a warning (0)."""

    number: int
    entry: int
    points: int
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """A completed draw: its number, the secret it revealed, and the resulting seed."""

    no: int
    secret: str
    seed: str


@dataclass(frozen=True, slots=True)
class State:
    """A tournament after its first `no` actions.

    draw           the latest draw, if the event has committed to its draws
    pace           how the rounds follow each other
    judges         players' numbers, each with the club membership at appointment, if any
    ends_at        when an arena ends, in seconds of the server's clock; 0 for other formats
    announcements  numbers of the actions behind the announcements still up, the newest last
    door_keys      how often the address at which people enter themselves was replaced
    line_ups       who plays a round, as a captain handed it in, by round and team
    sources        code and name of the events from which the `first` of each qualify
    seen_as        whether this is a team event seen as one of its teams or of its players alone
                   (`teams.py`)
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
    door_keys: int = 0
    draw: Draw | None = None
    pace: Pace = field(default_factory=Pace)
    line_ups: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    sources: tuple[tuple[str, str], ...] = ()
    first: int = 0
    seen_as: Literal["", "teams", "players"] = ""

    @property
    def lots(self) -> str:
        """The seed of the round being made."""
        return self.config.seed if self.draw is None else self.draw.seed

    @property
    def current(self) -> Round | None:
        """The latest round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_round(self) -> int:
        """The number of the round after the latest."""
        return len(self.rounds) + 1

    @property
    def adjustments(self) -> dict[int, int]:
        """Units deducted by penalties, by entry, as negative numbers."""
        found: dict[int, int] = {}
        for one in self.penalties:
            if not one.lifted and one.points:
                found[one.entry] = found.get(one.entry, 0) - one.points
        return found

    def round(self, number: int) -> Round | None:
        """Return a round by its number."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def on_paper(self, held: Round, table: Table) -> bool:
        """Say whether a table has no match: somebody there had no account when it was made."""
        return any(self.entries[one].plays_on_paper(held.number) for one in table.present)

    @property
    def bots_rank(self) -> bool:
        """Whether bots take places: if the settings say so, or if nobody else plays."""
        return self.config.bots_rank or all(one.is_bot for one in self.listed())

    def listed(self) -> list[Entry]:
        """Return the entries that took part, in seed order."""
        return sorted((one for one in self.entries.values() if one.seed), key=lambda one: one.seed)

    def teams(self) -> list[Entry]:
        """Return the teams that were not taken off the list, in the order they were made."""
        return [one for one in self.entries.values() if one.is_team and one.status != "left"]

    def team_of(self, entry: int) -> Entry | None:
        """Return the team of which an entry is a member."""
        return next((one for one in self.teams() if entry in one.members), None)

    def with_status(self, *statuses: EntryStatus) -> list[Entry]:
        """Return the entries with any of the given statuses, in registration order."""
        return [one for one in self.entries.values() if one.status in statuses]

    def with_entry(self, entry: Entry) -> State:
        """Return the state with one entry added or replaced."""
        return replace(self, entries={**self.entries, entry.number: entry})

    def with_entries(self, entries: Iterable[Entry]) -> State:
        """Return the state with entries added or replaced."""
        return replace(self, entries={**self.entries, **{one.number: one for one in entries}})

    def by_hand(self) -> State:
        """Return the state in which directors decide when rounds begin."""
        return replace(self, pace=replace(self.pace, is_automatic=False))

    def with_round(self, changed: Round) -> State:
        """Return the state with one round replaced, or appended as the latest."""
        rounds = list(self.rounds)
        rounds[changed.number - 1 : changed.number] = [changed]
        return replace(self, rounds=tuple(rounds))
