"""The top cut: who goes on to the stage after the preliminary rounds.

The best of the standings by points and criteria; who shares a place stands in
the order of the seeds, so nothing is drawn by hand. Who withdrew is not among
them. Spec: tournaments 3.5. Pure: imports no Django, random, time, datetime,
os or secrets.
"""

from __future__ import annotations

from games.tournaments.director.sheet import table_standings
from games.tournaments.director.state import State


def going_on(state: State) -> tuple[int, ...]:
    """Return who would go on as the standings are, the best first."""
    there = [
        row.entry
        for row in table_standings(state)
        if state.entries[row.entry].status == "registered"
    ]
    return tuple(there[: state.config.cut])
