"""Arenas under test: begun, and what happens at their tables."""

from __future__ import annotations

from games.tournaments.direct.config import Config
from games.tournaments.direct.kinds.arena import free
from games.tournaments.rank.points import Scoring
from tests.tournaments.direct.support import Event

ENDS = 3600


def settings_of(**more):
    """Return the settings of an arena."""
    return Config(**{"format": "arena", "seed": "abc", "scoring": Scoring("arena"), **more})


def arena(count, **more):
    """Return an arena that has begun, with players 101, 102, …, the first the strongest."""
    held = Event(settings_of(**more)).with_players(count)
    held.do("start", ends_at=ENDS)
    return held


def wins(held, entry, **more):
    """Let an entry win the game it is at."""
    table = held.state.current.table_of(entry)
    rest = [one for one in table.seats if one != entry]
    return held.result(table.number, entry, *rest, **more)


def draws(held, entry):
    """Let the game an entry is at end in a draw."""
    table = held.state.current.table_of(entry)
    return held.result(table.number, tuple(table.seats))


def pairs(held):
    """Return who met so far, in the order of the tables."""
    return [tuple(sorted(table.seats)) for table in held.state.current.tables]


def waiting(held):
    """Return the entries that could be paired now."""
    return {one.entry for one in free(held.state)}
