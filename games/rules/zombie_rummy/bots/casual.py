"""Play like a club bot that lives for the moment: one lay action ahead, points as they lie.

It gives its discards no thought for others, hopes for no card, and fears for nothing on its table.
"""

from __future__ import annotations

from typing import Final

from games.engine.bot import Dice, Observation
from games.engine.contract import Action
from games.rules.zombie_rummy.bots.club import think
from games.rules.zombie_rummy.bots.worth import Taste

TASTE: Final = Taste(
    free_brain_risk=0.0,
    open_zombie_hope=0.0,
    open_horde_hope=0.0,
    outs=0.0,
    equipment_outs=0.0,
    gift_brain=0.0,
    gift_zombie=0.0,
    gift_weapon=0.0,
    melded=0.0,
    device=0.0,
    guarded=0.0,
    longest=1,
)


def casual(known: Observation, dice: Dice) -> Action:
    """Return the action that leaves the most points on the tables and in hand."""
    return think(known, TASTE)
