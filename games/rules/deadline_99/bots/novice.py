"""A sensible bot without foresight: it plays any card that keeps it in this turn. Pure."""

from __future__ import annotations

from games.engine.bot import Dice, Observation
from games.engine.contract import Action
from games.rules.deadline_99.bots.worth import goes_out


def novice(known: Observation, dice: Dice) -> Action:
    """Return a random play, one that does not eliminate the bot if possible."""
    count: int = known.view["state"]["count"]
    staying = [action for action in known.legal if not goes_out(count, action)]
    return dict(dice.choice(staying or known.legal))
