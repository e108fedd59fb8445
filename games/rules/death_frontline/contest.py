"""Tell the ratings who played against whom. Pure. Spec: tournaments 1.5."""

from __future__ import annotations

from games.engine.contract import Contest, Side
from games.rules.death_frontline.catalogue import SIDES
from games.rules.death_frontline.ending import seats_of
from games.rules.death_frontline.meta import DUEL, DUEL_MODE, TEAM_MODE
from games.rules.death_frontline.state import State


def contest(state: State) -> Contest:
    """Return the two sides, each of one player or of two."""
    mode = DUEL_MODE if len(state.seats) == DUEL else TEAM_MODE
    return Contest(mode, tuple(Side(tuple(seats_of(state, side))) for side in SIDES))
