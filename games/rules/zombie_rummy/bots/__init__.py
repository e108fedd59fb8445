"""List the bots, weakest first. Each gets only its seat's observation. Pure."""

from __future__ import annotations

from games.engine.bot import Bot, by_level
from games.rules.zombie_rummy.bots.casual import casual
from games.rules.zombie_rummy.bots.characters import CHARACTERS
from games.rules.zombie_rummy.bots.club import club
from games.rules.zombie_rummy.bots.expert import expert
from games.rules.zombie_rummy.bots.novice import novice
from games.rules.zombie_rummy.bots.reasons import reason

BOTS = by_level(
    Bot("novice", 1, novice, None, CHARACTERS["novice"]),
    Bot("casual", 1, casual, None, CHARACTERS["casual"]),
    Bot("club", 1, club, reason, CHARACTERS["club"]),
    Bot("expert", 1, expert, None, CHARACTERS["expert"]),
)
