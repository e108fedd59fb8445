"""Ruleset 1 of High Card dealt three cards to each seat; all else is as today.

The folder of a game whose rules were changed holds such a module for each of its older rulesets.
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Options
from games.rules import high_card as today

HAND = 3


def start(options: Options, seats: int, chance: Chance) -> list[Event]:
    """Shuffle and deal."""
    pack = chance.shuffle(today.CARDS)
    return [today.Dealt(seat, tuple(sorted(pack[seat * HAND :][:HAND]))) for seat in range(seats)]


RULES = replace(today.RULES, meta=replace(today.META, ruleset=1), start=start)
