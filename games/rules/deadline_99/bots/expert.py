"""The strongest bot: it judges the position after each play by what self-play taught. Pure."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.engine.bot import Dice, Observation
from games.engine.contract import Action
from games.rules.deadline_99.bots.ahead import Ahead, look_ahead
from games.rules.deadline_99.bots.club import club
from games.rules.deadline_99.bots.judge import faction_worth, survivor_worth
from games.rules.deadline_99.bots.sides import Sides
from games.rules.deadline_99.bots.worth import goes_out
from games.rules.deadline_99.roles import FREE, KINGS


def expert(known: Observation, dice: Dice) -> Action:
    """Return the play whose position is best; if all go over 99, what the club bot does."""
    count: int = known.view["state"]["count"]
    staying = [action for action in known.legal if not goes_out(count, action)]
    if not staying:
        return club(known, dice)
    worth = _worth(known)
    worths = [worth(look_ahead(known, action)) for action in staying]
    return dict(staying[worths.index(max(worths))])


def _worth(known: Observation) -> Callable[[Ahead], int]:
    """Return the judgement that fits the seat: it stays in, or helps its faction to win."""
    roles = known.view["state"]["roles"]
    role = FREE if roles is None else roles[known.view["seat"]]
    if role == FREE:
        return survivor_worth
    return partial(faction_worth, sides=Sides(known), king=role in KINGS)
