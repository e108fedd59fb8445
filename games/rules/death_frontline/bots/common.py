"""Share between the bots: sorting actions, and answering an offer to end. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.bot import Observation
from games.engine.contract import Action, JsonObject
from games.rules.death_frontline.catalogue import card_of
from games.rules.death_frontline.ending import area_of, other_side
from games.rules.death_frontline.field import Field, side_of
from games.rules.death_frontline.verbs.attacking import attackables
from games.rules.death_frontline.view import field_of

RESOURCES_ENOUGH = 4
OFFER: Action = {"type": "offer_end"}
PASS: Action = {"type": "pass"}


def routine(known: Observation) -> Action | None:
    """Return the action wherever there is no need to look ahead, or None.

    That is the opening and the draw, a breakthrough, and accepting the end.
    """
    game, seat, legal = known.view["state"], known.view["seat"], known.legal
    hand = game["seats"][seat]["hand"]
    match game["step"]:
        case "mulligan":
            return {"type": "mulligan" if should_mulligan(hand) else "keep"}
        case "draw":
            return _draw(hand)
    if PASS not in legal:
        return legal[0]
    return OFFER if accepts_end(game, field_of(game), seat, legal) else None


def _draw(hand: list[str]) -> Action:
    """Swap a dispensable card for a new one."""
    resources = [code for code in hand if card_of(code).kind == "resource"]
    if len(resources) >= RESOURCES_ENOUGH:
        return {"type": "swap_draw", "card": min(resources, key=lambda code: card_of(code).level)}
    return {"type": "skip_draw"}


def deeds(legal: Iterable[Action]) -> list[Action]:
    """Return the actions other than passing and offering the end."""
    return [action for action in legal if action["type"] not in ("pass", "offer_end")]


def accepts_end(game: JsonObject, field: Field, seat: int, legal: list[Action]) -> bool:
    """Tell whether to accept an enemy's offer to end: only with the larger area."""
    if OFFER not in legal:
        return False
    enemies = [other for other in range(len(game["offers"])) if other % 2 != seat % 2]
    if not any(game["offers"][other] for other in enemies):
        return False
    return is_ahead(field, seat)


def is_ahead(field: Field, seat: int) -> bool:
    """Tell whether one's own side holds more enemy territory than the other."""
    own = side_of(seat)
    return area_of(field, own) > area_of(field, other_side(own))


def weakest_group_attacks(field: Field, seat: int, legal: list[Action]) -> list[Action]:
    """Return the attacks that destroy their target and need every one of their troops."""
    targets = {(target.cell, target.layer): target for target in attackables(field, seat)}
    found = []
    for action in legal:
        target = targets[(tuple(action["target"]), action["layer"])]
        cells = {tuple(cell) for cell in action["from"]}
        group = tuple(one for one in target.attackers if one.cell in cells)
        if target.is_beaten_by(group) and not any(
            target.is_beaten_by(tuple(other for other in group if other is not spared))
            for spared in group
        ):
            found.append(action)
    return found


def should_mulligan(hand: list[str]) -> bool:
    """Tell whether a hand lacks supply, or troops that its supply level is enough for."""
    cards = [card_of(code) for code in hand]
    levels = [card.level for card in cards if card.kind == "resource"]
    fighters = [card for card in cards if card.is_troop and card.level <= max(levels, default=0)]
    return not levels or len(fighters) < 3
