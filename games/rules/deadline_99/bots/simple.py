"""A bot that plays sensibly at once: it stays in this turn and keeps its best cards. Pure.

It looks at its view and its legal actions, one turn deep: numbers while they
fit, the cards that cannot go over when nothing else does.
"""

from __future__ import annotations

from games.engine.contract import Action, Dice, JsonObject
from games.rules.deadline_99.cards import LIMIT, RANK_OF, RISES, SWINGS
from games.rules.deadline_99.roles import FACTION_OF, KINGS

_COST = {"angel": 10, "8": 22, "A": 24, "J": 30, "7": 40, "K": 20, "reaper": 2000}
"""What playing a card costs that cannot go over: the higher, the longer it is kept."""


def simple_bot(view: JsonObject, legal: list[Action], dice: Dice) -> Action:
    """Return the cheapest play; among equals, a random one."""
    costs = [_cost(view, action) for action in legal]
    least = min(costs)
    return dict(dice.choice([a for a, cost in zip(legal, costs, strict=True) if cost == least]))


def _cost(view: JsonObject, action: Action) -> int:
    """Return what `action` costs: going over most of all, numbers that fit least."""
    count: int = view["state"]["count"]
    rank = RANK_OF[action["card"]]
    if action.get("op") == "-":
        return 26 if rank == "10" else 28
    rise = RISES.get(rank) or SWINGS.get(rank)
    if rise is not None:
        if count + rise > LIMIT:
            return 1000
        return 10 - rise if rank in RISES else 15
    if rank == "7":
        return _swap_cost(view, action)
    return _COST[rank] + (15 if _is_friend(view, action) else 0)


def _swap_cost(view: JsonObject, action: Action) -> int:
    """Return what swapping hands costs: little for a hand full of cards that will go over."""
    state = view["state"]
    hand = state["hands"][view["seat"]]
    theirs: int = state["hands"][action["target"]]["count"]
    mine = len(hand) - 1
    dead = sum(1 for card in hand if state["count"] + RISES.get(RANK_OF[card], 0) > LIMIT)
    friend = 15 if _is_friend(view, action) else 0
    return 25 + 5 * (mine - theirs) - 4 * dead + friend


def _is_friend(view: JsonObject, action: Action) -> bool:
    """Tell whether the target is known to belong to the bot's own faction."""
    roles, target = view["state"]["roles"], action.get("target")
    if roles is None or target is None or roles[target] not in KINGS:
        return False
    return bool(FACTION_OF[roles[target]] == FACTION_OF[roles[view["seat"]]])
