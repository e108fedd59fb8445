"""The order of a challenge ladder, folded from its history.

Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set


def moved(order: Sequence[int], player: int, to: int | None) -> list[int]:
    """Return the order after `player` took place `to` (from 1), or left the ladder (None).

    The usual rule of such ladders: everybody between the old place and the new one shifts by one.
    """
    rest = [one for one in order if one != player]
    if to is not None:
        rest.insert(to - 1, player)
    return rest


def order_after(moves: Iterable[tuple[int, int | None]]) -> list[int]:
    """Return the order after some moves, each a player and the place they took."""
    order: list[int] = []
    for player, to in moves:
        order = moved(order, player, to)
    return order


def place_won(winner: int | None, loser: int | None) -> int | None:
    """Return the place a winner takes from the loser, both by their places; None: none.

    Only a winner who stands lower moves. Who is no longer on the ladder has no place.
    """
    if winner is None or loser is None or winner < loser:
        return None
    return loser


def idle_drops(order: Sequence[int], idle: Set[int], due: Set[int]) -> list[tuple[int, int]]:
    """Return which players drop to which place for being idle; `due` are those not spared.

    From the bottom up, so that each drops by one. Nobody drops below another idle player, which
    would only make the two change places every week.
    """
    after, drops = list(order), []
    for player in reversed([one for one in order if one in due]):
        at = after.index(player)
        if at + 1 < len(after) and after[at + 1] not in idle:
            after = moved(after, player, at + 2)
            drops.append((player, at + 2))
    return drops
