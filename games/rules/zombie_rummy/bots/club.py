"""Play the turn that a beam search finds best, judging by how the tables look afterwards.

Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from typing import Final

from games.engine.bot import Dice, Observation
from games.engine.contract import Action
from games.rules.zombie_rummy.bots.search import MOST_STEPS, best_line, draw_worth
from games.rules.zombie_rummy.bots.worth import Taste, make_up
from games.rules.zombie_rummy.hidden import from_view
from games.rules.zombie_rummy.state import LAY

TASTE: Final = Taste()


def club(known: Observation, dice: Dice) -> Action:
    """Return the first action of the best line."""
    return think(known, TASTE)


def think(known: Observation, taste: Taste) -> Action:
    """Return the first action of the best line, for a given taste."""
    legal = known.legal
    if len(legal) == 1:
        return legal[0]
    state = from_view(known.view)
    mind = make_up(state, known.view["seat"], taste)
    if state.phase == LAY:
        return best_line(mind, state, MOST_STEPS).first or legal[0]
    steps = MOST_STEPS // len(legal)
    return max(legal, key=lambda action: draw_worth(mind, state, action, steps))
