"""The two weakest bots: any card that keeps them in, unless they don't look. Pure."""

from __future__ import annotations

from games.engine.bot import Dice, Observation
from games.engine.contract import Action
from games.rules.deadline_99.bots.worth import goes_out

NOVICE_LOOKS_AWAY, CASUAL_LOOKS_AWAY = 0.3, 0.08
"""The share of turns that are played without a look at the count."""


def novice(known: Observation, dice: Dice) -> Action:
    """Return a random play that keeps the bot in, or, now and then, any at all."""
    return _safe_play(known, dice, NOVICE_LOOKS_AWAY)


def casual(known: Observation, dice: Dice) -> Action:
    """Return a random play that keeps the bot in, or, rarely, any at all."""
    return _safe_play(known, dice, CASUAL_LOOKS_AWAY)


def _safe_play(known: Observation, dice: Dice, looks_away: float) -> Action:
    """Return a random play, of those that keep the bot in unless it looks away."""
    count: int = known.view["state"]["count"]
    staying = [action for action in known.legal if not goes_out(count, action)]
    looking = dice.random() >= looks_away
    return dict(dice.choice(staying if staying and looking else known.legal))
