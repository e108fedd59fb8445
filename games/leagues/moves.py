"""Who plays in which division of a league's next season, and why.

Pure: numbers of people in, numbers of people out. `docs/tournaments.md`, *Leagues*, states the
rules. Divisions are lists, the first one on top; a division's number is its place in the list.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

Reason = Literal["stays", "up", "down", "filled", "kept", "pushed", "back", "new", "rated"]
"""Why somebody is in a division.

stays   neither promoted nor relegated
up      promoted
down    relegated
filled  moved up into a place that somebody left
kept    due to move, but the other division had no place, or one's own would have had one free
pushed  moved down because the division had too many
back    returned after a season off
new     entered the league, in the last division
rated   entered the league, in the division that fits their rating
"""
FIRST_UP: tuple[Reason, ...] = ("stays", "down", "back", "up", "rated", "new")
"""Who fills a free place of the division above: the next in the standings before all others."""
FIRST_DOWN: tuple[Reason, ...] = ("new", "stays", "up", "kept", "rated", "back", "down", "pushed")
"""Who makes room in a division that has too many: the newest, then the last in the standings."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A person in a division; `was` is the division before, and `order` the place in it."""

    player: int
    reason: Reason
    was: int | None = None
    order: int = 0


@dataclass(frozen=True, slots=True)
class Zones:
    """How many of a division are promoted, from the top, and relegated, from the bottom."""

    up: int
    down: int


def division_sizes(players: int, size: int, most: int) -> list[int]:
    """Return the sizes of the divisions for so many players, the first one on top.

    All have `size`, and the last one the rest: at least half of `size`, at most `most`. A rest
    below half joins the last division, or shares its players evenly if that would have too many.
    """
    whole, rest = divmod(players, size)
    if not rest:
        return [size] * whole
    if not whole or 2 * rest >= size:
        return [*[size] * whole, rest]
    last = size + rest
    ends = [last] if last <= most else [last - last // 2, last // 2]
    return [*[size] * (whole - 1), *ends]


def zones(sizes: Sequence[int], movers: int) -> list[Zones]:
    """Return the zones of every division: between two, `movers` at most, and half of either."""
    if not sizes:
        return []
    across = [min(movers, above // 2, below // 2) for above, below in pairwise(sizes)]
    return [Zones(up, down) for up, down in zip([0, *across], [*across, 0], strict=True)]


def next_divisions(
    *,
    finished: Sequence[Sequence[int]],
    staying: Collection[int],
    returning: Mapping[int, int],
    joining: Sequence[tuple[int, int | None]],
    size: int,
    most: int,
    movers: int,
) -> list[list[Placed]]:
    """Return the divisions of the next season.

    finished   the last season's divisions, each in the order of its final standings
    staying    which of these people play on
    returning  people who come back, with the division in which they last played
    joining    newcomers in order, each with the division they enter (None: the last)
    size, most, movers  the league's settings (`division_sizes`, `zones`)
    """
    pools = _swapped(finished, staying, movers)
    last = max(0, len(finished) - 1)
    for order, (player, division) in enumerate(sorted(returning.items(), key=lambda one: one[1])):
        at = min(division + 1, last)
        pools[at].append(Placed(player, "back", division, order))
    for order, (player, entered) in enumerate(joining):
        is_last = entered is None or entered >= last
        at = last if entered is None or is_last else entered
        pools[at].append(Placed(player, "new" if is_last else "rated", None, order))
    _fit(pools, division_sizes(sum(len(one) for one in pools), size, most))
    return [sorted(one, key=_as_listed) for one in pools if one]


def entry_division(rating: float, middles: Sequence[float]) -> int:
    """Return the division a newcomer with a rating enters, given each division's median rating.

    It is the highest whose median the rating reaches, but never the first; else the last.
    """
    reached = (at for at, middle in enumerate(middles) if at and rating >= middle)
    return next(reached, max(0, len(middles) - 1))


def _swapped(
    finished: Sequence[Sequence[int]], staying: Collection[int], movers: int
) -> list[list[Placed]]:
    """Return those who stay, in the divisions into which promotion and relegation put them.

    Whoever leaves from a relegation place takes it along; from a promotion place, the next one in
    the standings goes up.
    """
    pools: list[list[Placed]] = [[] for _ in finished] or [[]]
    for at, zone in enumerate(zones([len(one) for one in finished], movers)):
        order = finished[at]
        falling = set(order[len(order) - zone.down :])
        rising = [one for one in order if one in staying and one not in falling][: zone.up]
        for place, player in enumerate(order):
            if player in staying:
                step = -1 if player in rising else int(player in falling)
                reason: Reason = "up" if step < 0 else "down" if step else "stays"
                pools[at + step].append(Placed(player, reason, at, place))
    return pools


def _fit(pools: list[list[Placed]], sizes: Sequence[int]) -> None:
    """Bring the divisions to their sizes, from the top: fill from below, push down what is over."""
    pools.extend([] for _ in range(len(sizes) - len(pools)))
    for at, pool in enumerate(pools):
        wanted = sizes[at] if at < len(sizes) else 0
        while len(pool) < wanted:
            below = next(one for one in pools[at + 1 :] if one)
            one = min(below, key=lambda one: (FIRST_UP.index(one.reason), one.order))
            below.remove(one)
            pool.append(_moved(one, at))
        while len(pool) > wanted:
            one = min(pool, key=lambda one: (FIRST_DOWN.index(one.reason), -one.order))
            pool.remove(one)
            pools[at + 1].append(_moved(one, at + 1))


def _moved(one: Placed, to: int) -> Placed:
    """Return a person who fills a place, or makes room, with what that means for them."""
    if one.was is None or one.reason == "back":
        return one
    reason: Reason = "kept" if one.was == to else "filled" if to < one.was else "pushed"
    return replace(one, reason=reason)


def _as_listed(one: Placed) -> tuple[bool, int, int]:
    """Order a division: by the divisions and places people come from, newcomers last."""
    return (one.was is None, one.was or 0, one.order)
