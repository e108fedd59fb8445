"""A bot that evaluates each of its actions and takes the best. Pure.

It keeps its last card unless it is ahead, since an empty hand may end the battle.
"""

from __future__ import annotations

from collections.abc import Callable

from games.engine.bot import Dice, Observation
from games.engine.contract import Action, JsonObject
from games.rules.death_frontline.bots.common import (
    PASS,
    deeds,
    is_ahead,
    routine,
    weakest_group_attacks,
)
from games.rules.death_frontline.bots.imagine import imagine, settle_facilities
from games.rules.death_frontline.bots.judge import judge
from games.rules.death_frontline.field import Field
from games.rules.death_frontline.view import field_of

WORTH_DOING = 0.05
CARD_IN_HAND = 1.0
SKILL_PRICE = 2.5


Judge = Callable[[Field, int], float]
"""Returns how good a field is for the side of a seat; higher is better."""


def club(known: Observation, dice: Dice) -> Action:
    """Return the action after which the field looks best, or pass if none improves it."""
    return look_ahead(known, dice, judge)


def look_ahead(known: Observation, dice: Dice, judge: Judge) -> Action:
    """Return the action after which `judge` likes the field best, or pass if none improves it."""
    action = routine(known)
    if action is not None:
        return action
    game, seat = known.view["state"], known.view["seat"]
    step, hand, field = game["step"], game["seats"][seat]["hand"], field_of(game)
    actions = deeds(known.legal)
    if step == "attack":
        actions = weakest_group_attacks(field, seat, actions)
    elif len(hand) == 1 and not is_ahead(field, seat):
        actions = [action for action in actions if "card" not in action]
    return _best(field, seat, game, actions, dice, judge)


def _best(
    field: Field, seat: int, game: JsonObject, actions: list[Action], dice: Dice, judge: Judge
) -> Action:
    best, best_value = PASS, judge(_settled(field, game), seat) + WORTH_DOING
    for action in actions:
        after = _settled(imagine(field, seat, game["round"], action), game)
        value = judge(after, seat) - _price(action) + dice.random() * 0.01
        if value > best_value:
            best, best_value = action, value
    return best


def _settled(field: Field, game: JsonObject) -> Field:
    """Return the field once the step is over."""
    return settle_facilities(field) if game["step"] in ("deploy", "facility") else field


def _price(action: Action) -> float:
    """Return an action's cost off the field: the card that leaves the hand."""
    if action["type"] == "skill":
        return SKILL_PRICE
    return CARD_IN_HAND if action["type"] in ("deploy", "build") else 0.0
