"""Evaluate a single play for all bots: what it adds, and whether it goes over 99. Pure."""

from __future__ import annotations

from games.engine.contract import Action
from games.rules.deadline_99.cards import LIMIT, RANK_OF, REAPER, RISES, SWINGS


def rise_of(action: Action) -> int:
    """Return how much a play raises the count; 0 for cards that do not add."""
    rank = RANK_OF[action["card"]]
    if action.get("op") == "-":
        return 0
    return RISES.get(rank) or SWINGS.get(rank) or 0


def count_after(count: int, action: Action) -> int:
    """Return the count after a play, taken to stop at 0 (the bots mind no count below 59)."""
    rank = RANK_OF[action["card"]]
    if rank == "K":
        return LIMIT
    if action.get("op") == "-":
        return max(0, count - SWINGS[rank])
    return count + rise_of(action)


def goes_out(count: int, action: Action) -> bool:
    """Tell whether a play eliminates its player."""
    return RANK_OF[action["card"]] == REAPER or count + rise_of(action) > LIMIT
