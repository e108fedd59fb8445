"""The top cut: which entries advance to the stage after the preliminary rounds.

The best of the standings by points and criteria; entries sharing a place are ordered by seed, so
nothing is drawn by hand. Withdrawn entries do not qualify. Spec: tournaments 3.5. Pure: imports no
Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from games.tournaments.director.sheet import table_standings
from games.tournaments.director.state import State


def going_on(state: State) -> tuple[int, ...]:
    """Return who would advance given the current standings, best first."""
    there = [
        row.entry
        for row in table_standings(state)
        if state.entries[row.entry].status == "registered"
    ]
    return tuple(there[: state.config.cut])
