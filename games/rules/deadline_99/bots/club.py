"""A strong bot: it wears the others' hands down and keeps the cards that save it. Pure.

A jack removes a card from a hand for good, since its victim draws no replacement, so jacks are
played first, against the smallest hand. A seven does the same by a swap. Then numbers are played
while they fit, and cards that cannot go over 99 are kept for the end. Figures: docs/bots.md.
"""

from __future__ import annotations

from games.engine.bot import Dice, Observation
from games.engine.contract import Action, JsonObject
from games.rules.deadline_99.bots.worth import goes_out
from games.rules.deadline_99.cards import RANK_OF, REAPER, RISES
from games.rules.deadline_99.roles import FACTION_OF, KINGS

OUT = 1000
FRIEND = 40
"""The cost of harming, or calling upon, a member of one's own faction."""

COST = {"angel": 10, "Q": 15, "K": 20, "8": 22, "A": 24}
"""The cost of giving up a card; the higher, the longer it is kept."""

MINUS = {"10": 26, "Q": 28}


def club(known: Observation, dice: Dice) -> Action:
    """Return the cheapest play; among equals, a random one."""
    costs = [(_cost(known.view, action), action) for action in known.legal]
    least = min(cost for cost, _ in costs)
    return dict(dice.choice([action for cost, action in costs if cost == least]))


def _cost(view: JsonObject, action: Action) -> float:
    """Return the cost of `action`; going out costs most, by the reaper most of all."""
    rank = RANK_OF[action["card"]]
    if goes_out(view["state"]["count"], action):
        return OUT * (2 if rank == REAPER else 1)
    friend = FRIEND if _is_friend(view, action) else 0
    if rank == "J":
        return friend + _steal_cost(view, action["target"])
    if rank == "7":
        return friend + _swap_cost(view, action["target"])
    if action.get("op") == "-":
        return MINUS[rank]
    if rank in RISES:
        return 10 - RISES[rank]
    return COST.get(rank, 15) + friend


def _steal_cost(view: JsonObject, target: int) -> float:
    """Return a jack's cost: low against a player with cards, lowest against the smallest hand."""
    theirs: int = view["state"]["hands"][target]["count"]
    return -5 + theirs / 2 if theirs else 45


def _swap_cost(view: JsonObject, target: int) -> float:
    """Return a seven's cost: low if it brings more cards than it gives away."""
    state = view["state"]
    gain = state["hands"][target]["count"] - (len(state["hands"][view["seat"]]) - 1)
    return 12 - 4 * gain if gain >= 0 else 50


def _is_friend(view: JsonObject, action: Action) -> bool:
    """Tell whether the target is known to belong to the bot's own faction."""
    roles, target = view["state"]["roles"], action.get("target")
    if roles is None or target is None or roles[target] not in KINGS:
        return False
    return bool(FACTION_OF[roles[target]] == FACTION_OF[roles[view["seat"]]])
