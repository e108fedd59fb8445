"""A bot that evaluates each of its actions and takes the best. Pure.

It keeps its last card unless it is ahead, since an empty hand may end the battle.
"""

from __future__ import annotations

from collections.abc import Callable

from games.engine.bot import Dice, Observation
from games.engine.contract import Action, JsonObject
from games.rules.death_frontline.bots.common import (
    OFFER,
    PASS,
    accepts_end,
    deeds,
    is_ahead,
    should_mulligan,
    weakest_group_attacks,
)
from games.rules.death_frontline.bots.imagine import imagine, settle_facilities
from games.rules.death_frontline.bots.judge import judge
from games.rules.death_frontline.catalogue import card_of
from games.rules.death_frontline.field import Field
from games.rules.death_frontline.state import TURN_STEPS
from games.rules.death_frontline.view import field_of

WORTH_DOING = 0.05
CARD_IN_HAND = 1.0
SKILL_PRICE = 2.5
RESOURCES_ENOUGH = 4


Judge = Callable[[Field, int], float]
"""Returns how good a field is for the side of a seat; higher is better."""


def club(known: Observation, dice: Dice) -> Action:
    """Return the action after which the field looks best, or pass if none improves it."""
    return look_ahead(known, dice, judge)


def look_ahead(known: Observation, dice: Dice, judge: Judge) -> Action:
    """Return the action after which `judge` likes the field best, or pass if none improves it."""
    game, seat, legal = known.view["state"], known.view["seat"], known.legal
    step = game["step"]
    hand = game["seats"][seat]["hand"]
    if PASS not in legal and step in TURN_STEPS:
        return legal[0]
    if step == "mulligan":
        return {"type": "mulligan" if should_mulligan(hand) else "keep"}
    field = field_of(game)
    if step == "draw":
        return _draw(field, seat, hand)
    if accepts_end(game, field, seat, legal):
        return OFFER
    actions = deeds(legal)
    if step == "attack":
        actions = weakest_group_attacks(field, seat, actions)
    elif len(hand) == 1 and not is_ahead(field, seat):
        actions = [action for action in actions if "card" not in action]
    return _best(field, seat, game, actions, dice, judge)


def _draw(field: Field, seat: int, hand: list[str]) -> Action:
    """Swap a dispensable card for a new one."""
    resources = [code for code in hand if card_of(code).kind == "resource"]
    if len(resources) >= RESOURCES_ENOUGH:
        return {"type": "swap_draw", "card": min(resources, key=lambda code: card_of(code).level)}
    return {"type": "skip_draw"}


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
