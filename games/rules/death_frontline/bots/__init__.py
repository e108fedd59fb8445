"""List the bots, weakest first. Each gets only its seat's observation. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from games.engine.bot import Bot, by_level
from games.rules.death_frontline.bots.casual import casual
from games.rules.death_frontline.bots.characters import CHARACTERS
from games.rules.death_frontline.bots.club import club
from games.rules.death_frontline.bots.expert import expert
from games.rules.death_frontline.bots.novice import novice
from games.rules.death_frontline.bots.reasons import reason
from games.rules.death_frontline.cards import Decks


def bots_with(decks: Decks, expert_version: int = 2) -> Mapping[str, Bot]:
    """Return the bots of a ruleset that has these decks.

    Version 1 of the expert broke ties in reading order, which is another way round for the Axis.
    """
    play_expert = partial(expert, decks, expert_version > 1)
    return by_level(
        Bot("novice", 1, novice, None, CHARACTERS["novice"]),
        Bot("casual", 1, casual, None, CHARACTERS["casual"]),
        Bot("club", 1, club, reason, CHARACTERS["club"]),
        Bot("expert", expert_version, play_expert, None, CHARACTERS["expert"]),
    )
