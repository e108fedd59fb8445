"""A beginner bot: lays what it can, largest set first, without looking ahead.

Imports only `games.engine` and its siblings.
"""

from __future__ import annotations

from typing import Any, Final

from games.engine.bot import Dice, Observation
from games.engine.contract import Action
from games.rules.zombie_rummy.cards import WEAPON_OF
from games.rules.zombie_rummy.sets import all_sets, has_set_with

EAGERNESS: Final = ("meld", "place", "layoff", "attack", "steal", "gang", "break", "nuke", "lock")


def novice(known: Observation, dice: Dice) -> Action:
    """Return the beginner's action."""
    state, seat, legal = known.view["state"], known.view["seat"], known.legal
    if state["phase"] == "draw":
        return _draw(state["hands"][seat], state["discard_pile"], legal)
    for kind in EAGERNESS:
        actions = [a for a in legal if a["type"] == kind and _wanted(a, state, seat)]
        if actions:
            return _choose(kind, actions, dice)
    return _throw_away(state["hands"][seat], legal, dice)


def _draw(hand: list[str], discards: list[str], legal: list[Action]) -> Action:
    """Take the top discard if it makes a set, else the top of the draw pile."""
    top = {"type": "draw", "from": "discard", "count": 1}
    if top in legal:
        held = {card: hand.count(card) for card in hand}
        held[discards[-1]] = held.get(discards[-1], 0) + 1
        if discards[-1] == "brain" or has_set_with(held, discards[-1]):
            return top
    return {"type": "draw", "from": "deck"}


def _wanted(action: Action, state: dict[str, Any], seat: int) -> bool:
    """Tell whether an action is worth doing: not self-harm, unless nothing else is left."""
    if len(state["hands"][seat]) == 1:
        return True
    if action["type"] == "nuke":
        return bool(action["seat"] != seat)
    if action["type"] == "gang":
        return all(stack["id"] != action["stack"] for stack in state["tables"][seat])
    return bool(action["type"] != "lock")


def _choose(kind: str, actions: list[Action], dice: Dice) -> Action:
    """Return the largest set, on a zombie if possible; for other kinds, any action."""
    if kind == "meld":
        return max(actions, key=lambda a: (len(a["cards"]), a["stack"] is not None))
    return dict(dice.choice(actions))


def _throw_away(hand: list[str], legal: list[Action], dice: Dice) -> Action:
    """Discard a card not in a set or a pair, weapons before the rest."""
    cards = [action["card"] for action in legal if action["type"] == "discard"]
    if not cards:
        return dict(dice.choice(legal))
    in_sets = {card for cards in all_sets(hand) for card in cards}
    idle = [card for card in cards if card in WEAPON_OF and card not in in_sets]
    lonely = [card for card in idle if not _paired(card, hand)]
    return {"type": "discard", "card": dice.choice(lonely or idle or cards)}


def _paired(card: str, hand: list[str]) -> bool:
    """Tell whether another card of the hand has the same number or is its neighbour."""
    weapon, number = WEAPON_OF[card]
    others = list(hand)
    others.remove(card)
    pairs = [WEAPON_OF[other] for other in others if other in WEAPON_OF]
    return any(n == number or (w == weapon and abs(n - number) == 1) for w, n in pairs)
