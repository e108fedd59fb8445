"""Tell the ratings who played against whom. Pure.

Spec: tournaments 1.4 and 1.5. A faction is a side; a free agent is a side of one.
"""

from __future__ import annotations

from games.engine.contract import Contest, Side
from games.rules.deadline_99.meta import FACTION_MODE, SURVIVOR_MODE
from games.rules.deadline_99.roles import BLACK, FACTION_OF, FREE, RED
from games.rules.deadline_99.state import State


def contest(state: State) -> Contest:
    """Return the sides of a finished match."""
    seats = range(len(state.alive))
    if state.roles is None:
        return Contest(SURVIVOR_MODE, tuple(Side((seat,)) for seat in seats))
    faction = [FACTION_OF[role or FREE] for role in state.roles]
    factions = [
        Side(tuple(seat for seat in seats if faction[seat] == colour), colour)
        for colour in (RED, BLACK)
    ]
    free = [Side((seat,), FREE) for seat in seats if faction[seat] is None]
    return Contest(FACTION_MODE, (*factions, *free), grouped=True)
