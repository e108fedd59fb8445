"""A bot that overlooks most of its actions, and what the enemy can hit. Pure."""

from __future__ import annotations

from dataclasses import replace

from games.engine.bot import Dice, Observation
from games.engine.contract import Action
from games.rules.death_frontline.bots.club import look_ahead
from games.rules.death_frontline.bots.common import deeds
from games.rules.death_frontline.bots.judge import judge_unthreatened

NOTICED = 4
"""The number of actions it thinks of, besides passing."""


def casual(known: Observation, dice: Dice) -> Action:
    """Return the best of a few random actions, judged as if nothing could be hit."""
    possible = deeds(known.legal)
    rest = [action for action in known.legal if action not in possible]
    if rest and len(possible) > NOTICED:
        known = replace(known, legal=[*dice.sample(possible, NOTICED), *rest])
    return look_ahead(known, dice, judge_unthreatened)
