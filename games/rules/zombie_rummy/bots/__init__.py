"""List the bots, weakest first. Each gets only its own view and legal actions."""

from __future__ import annotations

from typing import Final

from games.engine.contract import Bot
from games.rules.zombie_rummy.bots.keen import keen
from games.rules.zombie_rummy.bots.simple import simple

BOTS: Final[dict[str, Bot]] = {"simple": simple, "keen": keen}
