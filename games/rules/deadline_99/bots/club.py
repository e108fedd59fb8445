"""A good bot: it takes cards from the others for good and keeps the cards that save it. Pure.

A jack removes a card from a hand for good, since its victim draws no replacement, so jacks are
played first. A seven does the same by a swap. Then numbers are played while they fit, and cards
that cannot go over 99 are kept for the end. It weighs neither whose hand is the smallest nor
which card saves it best: that is for the expert. Figures: docs/bots.md.
"""

from __future__ import annotations

from games.engine.bot import Dice, Observation
from games.engine.contract import Action, JsonObject
from games.rules.deadline_99.bots.worth import goes_out
from games.rules.deadline_99.cards import RANK_OF, REAPER
from games.rules.deadline_99.roles import FACTION_OF, KINGS

OUT = 1000
FRIEND = 40
"""The cost of harming, or calling upon, the king of one's own faction."""
TAKES, TAKES_NOTHING = -5, 45
SWAPS, SHRINKS = 5, 50
EIGHT = 5
PLAIN, SAVES = 10, 20
"""The cost of a plain card, and of giving up one that saves its player on a high count."""
KEPT = ("A", "K")


def club(known: Observation, dice: Dice) -> Action:
    """Return the cheapest play; among equals, a random one."""
    costs = [(_cost(known.view, action), action) for action in known.legal]
    least = min(cost for cost, _ in costs)
    return dict(dice.choice([action for cost, action in costs if cost == least]))


def _cost(view: JsonObject, action: Action) -> int:
    """Return the cost of `action`; going out costs most, by the reaper most of all."""
    rank = RANK_OF[action["card"]]
    if goes_out(view["state"]["count"], action):
        return OUT * (2 if rank == REAPER else 1)
    friend = FRIEND if aims_at_own_king(view, action) else 0
    if rank == "J":
        theirs = view["state"]["hands"][action["target"]]["count"]
        return friend + (TAKES if theirs else TAKES_NOTHING)
    if rank == "7":
        gain = swap_gain(view, action["target"])
        return friend + (SWAPS if gain >= 0 else SHRINKS)
    if rank == "8":
        return EIGHT
    kept = rank in KEPT or action.get("op") == "-"
    return friend + (SAVES if kept else PLAIN)


def swap_gain(view: JsonObject, target: int) -> int:
    """Return how many cards more than now a seven brings, the seven itself not counted."""
    state = view["state"]
    gain: int = state["hands"][target]["count"] - (len(state["hands"][view["seat"]]) - 1)
    return gain


def aims_at_own_king(view: JsonObject, action: Action) -> bool:
    """Tell whether the target is the king of the bot's own faction."""
    roles, target = view["state"]["roles"], action.get("target")
    if roles is None or target is None or roles[target] not in KINGS:
        return False
    return bool(FACTION_OF[roles[target]] == FACTION_OF[roles[view["seat"]]])
