"""A bot for a first battle: it deploys its cards, moves forward and hits what it can. Pure."""

from __future__ import annotations

from games.engine.bot import Dice, Observation
from games.engine.contract import Action
from games.rules.death_frontline.bots.common import (
    OFFER,
    PASS,
    accepts_end,
    deeds,
    should_mulligan,
    weakest_group_attacks,
)
from games.rules.death_frontline.catalogue import card_of
from games.rules.death_frontline.field import Field, depth_of
from games.rules.death_frontline.view import field_of

IDLE = 0.15


def novice(known: Observation, dice: Dice) -> Action:
    """Return an action by rules of thumb, random among those that fit."""
    game, seat, legal = known.view["state"], known.view["seat"], known.legal
    step = game["step"]
    field = field_of(game)
    if step == "mulligan":
        wanted = "mulligan" if should_mulligan(game["seats"][seat]["hand"]) else "keep"
        return {"type": wanted}
    if step == "draw":
        return {"type": "skip_draw"}
    if accepts_end(game, field, seat, legal):
        return OFFER
    wise = _sensible(field, seat, step, deeds(legal))
    if not wise or (step == "deploy" and PASS in legal and dice.random() < IDLE):
        return PASS if PASS in legal else legal[0]
    return wise[dice.randrange(len(wise))]


def _sensible(field: Field, seat: int, step: str, actions: list[Action]) -> list[Action]:
    """Return the actions of this step that are not obviously pointless."""
    if step == "attack":
        return weakest_group_attacks(field, seat, actions)
    if step == "skill":
        return [action for action in actions if _hits(field, action)]
    if step == "deploy":
        breaking = [action for action in actions if action["type"] == "breakthrough"]
        return breaking or [action for action in actions if _goes_forward(seat, action)]
    return actions


def _hits(field: Field, action: Action) -> bool:
    """Tell whether a strike destroys a unit; skills without a target always pass."""
    if "target" not in action:
        return True
    unit = field.unit_at.get((action["target"][0], action["target"][1]))
    return unit is not None and card_of(action["card"]).amount >= unit.card.defence


def _goes_forward(seat: int, action: Action) -> bool:
    """Tell whether a move leads forward; every deployment counts."""
    if action["type"] != "move":
        return True
    return depth_of(seat, action["path"][-1][1]) > depth_of(seat, action["from"][1])
