"""An elimination stage: its first round, its field, and its rounds.

A knockout is a stage from round 1, seeded like the event; a top cut is a stage after the
preliminary rounds, seeded by their standings, which its first round stores. Every kind of stage (an
`Elimination`) computes its rounds, its places and its length; everybody else asks through
`elimination.py`. Spec: tournaments 3.5 (top cut), 3.7.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from games.engine.text import Phrase, gettext_noop
from games.tournaments.direct.config import ELIMINATIONS, Config
from games.tournaments.direct.round import Round, Table
from games.tournaments.direct.state import State
from games.tournaments.direct.text import phrase


def cut_from(state: State) -> int | None:
    """Return the first round of a top cut, from which on results no longer count for standings.

    None if the event has no cut.
    """
    return state.planned + 1 if state.config.cut else None


def stage_begins(state: State) -> int | None:
    """Return the first round of the event's stage; None if it has none."""
    return 1 if state.config.format in ELIMINATIONS else cut_from(state)


@dataclass(frozen=True)
class Stage:
    """An elimination: its first round, and its field, highest seed first."""

    begins: int
    seeds: tuple[int, ...]

    @cached_property
    def ranks(self) -> dict[int, int]:
        """Every entry's seed in this stage; 1 is the highest."""
        return {entry: at for at, entry in enumerate(self.seeds, 1)}


@dataclass(frozen=True, slots=True)
class Tie:
    """The entries that meet at one table of a stage.

    slots    from top to bottom; None where nobody is, or nobody is known yet
    through  who advances (or wins, in a final); None while it is open
    third    the match for third place
    waiting  how many of the empty slots are known to wait for another tie
    """

    slots: tuple[int | None, ...]
    through: tuple[int, ...] | None = None
    third: bool = False
    waiting: int = 0

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries in it."""
        return tuple(entry for entry in self.slots if entry is not None)

    @property
    def bye(self) -> bool:
        """Whether an entry advances without playing."""
        return len(self.entries) == 1 and not self.waiting

    def table_in(self, held: Round | None) -> Table | None:
        """Return the table at which it is played, in a round that was made."""
        if held is None or len(self.entries) < 2:
            return None
        there = set(self.entries)
        return next((one for one in held.tables if set(one.seats) == there), None)


@dataclass(frozen=True, slots=True)
class StageRound:
    """One round of a stage, or of one of its brackets.

    number  the event's round in which it is played
    ties    from top to bottom
    side    winners, losers or final; empty where the stage has one bracket
    """

    number: int
    title: Phrase
    ties: tuple[Tie, ...]
    side: str = ""


def stage_title(titles: Mapping[int, str], number: int, tables: int) -> Phrase:
    """Return the title of a round with that many tables, or its number if it has none."""
    if tables in titles:
        return phrase(titles[tables])
    return phrase(gettext_noop("Round %(number)s"), number=number)


@dataclass(frozen=True, slots=True)
class Elimination:
    """A kind of stage.

    length  how many rounds it takes for a given number of entries, as far as can be foreseen
    rounds  every round to the end, including those nobody has reached yet
    places  the place of every eliminated entry, and of the winner at the end
    """

    length: Callable[[Config, int], int]
    rounds: Callable[[State, Stage], list[StageRound]]
    places: Callable[[State, Stage], Mapping[int, int]]
