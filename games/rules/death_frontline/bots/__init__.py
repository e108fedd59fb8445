"""List the bots, weakest first. Each gets only its own view and legal actions. Pure."""

from __future__ import annotations

from games.engine.contract import Bot
from games.rules.death_frontline.bots.keen import keen
from games.rules.death_frontline.bots.simple import simple

BOTS: dict[str, Bot] = {"simple": simple, "keen": keen}
