"""The number and sizes of tables, and the number of rounds.

Spec: tournaments 3.4 (rounds), 3.5 (sizes). Pure: imports no Django, random, time, datetime, os or
secrets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

ALL_SIZES_UP_TO = 24


@dataclass(frozen=True, slots=True)
class SizeRule:
    """The table sizes a tournament allows: from lo to hi except the forbidden ones.

    `variety` requests as many tables as possible: in small fields, opponents repeat less at more,
    smaller tables.
    """

    lo: int
    hi: int
    preferred: int
    forbidden: frozenset[int] = frozenset()
    variety: bool = False

    @property
    def allowed(self) -> tuple[int, ...]:
        """The allowed sizes, smallest first."""
        return tuple(size for size in range(self.lo, self.hi + 1) if size not in self.forbidden)


class Sizes(NamedTuple):
    """Table sizes, largest first, and how many entries have no place."""

    sizes: tuple[int, ...]
    byes: int


class _Cost(NamedTuple):
    """The cost of a set of tables; compared from the left, lower is better."""

    fewer_tables: int
    distance: int
    below: int
    tables: int


def table_sizes(count: int, rule: SizeRule) -> Sizes:
    """Return the best division of `count` entries into tables.

    Fewest byes; then (with `variety`) most tables; then least sum of squared distances from the
    preferred size; then fewest tables below it; then fewest tables. Exact for any count.
    """
    best: list[tuple[_Cost, tuple[int, ...]] | None] = [(_Cost(0, 0, 0, 0), ())]
    for seated in range(1, count + 1):
        best.append(_best_for(seated, best, rule))
    seated, (_, sizes) = max((n, found) for n, found in enumerate(best) if found is not None)
    return Sizes(tuple(sorted(sizes, reverse=True)), count - seated)


def size_options(count: int, rule: SizeRule) -> Iterator[Sizes]:
    """Yield every division of `count` entries into tables, best first.

    Exhaustive up to 24 entries; above that, the best division for each number of tables (spec 3.5).
    """
    best = table_sizes(count, rule)
    yield best
    options: list[dict[tuple[int, ...], _Cost]] = [{(): _Cost(0, 0, 0, 0)}]
    for seated in range(1, count + 1):
        options.append(_options_for(seated, options, rule))
    for seated in range(count, 0, -1):
        for sizes, _ in sorted(options[seated].items(), key=lambda item: (item[1], item[0])):
            option = Sizes(sizes[::-1], count - seated)
            if option != best:
                yield option


def _options_for(
    seated: int, options: Sequence[Mapping[tuple[int, ...], _Cost]], rule: SizeRule
) -> dict[tuple[int, ...], _Cost]:
    """Return the tables, smallest first, for exactly `seated` entries, with their costs."""
    found: dict[tuple[int, ...], _Cost] = {}
    for size in rule.allowed:
        for sizes, cost in options[seated - size].items() if size <= seated else ():
            found[tuple(sorted((*sizes, size)))] = _added(cost, size, rule)
    if seated <= ALL_SIZES_UP_TO:
        return found
    best: dict[int, tuple[_Cost, tuple[int, ...]]] = {}
    for sizes, cost in found.items():
        best[len(sizes)] = min((cost, sizes), best.get(len(sizes), (cost, sizes)))
    return {sizes: cost for cost, sizes in best.values()}


def _best_for(
    seated: int,
    best: Sequence[tuple[_Cost, tuple[int, ...]] | None],
    rule: SizeRule,
) -> tuple[_Cost, tuple[int, ...]] | None:
    """Return the best tables for exactly `seated` entries, or None."""
    found = []
    for size in rule.allowed:
        rest = best[seated - size] if size <= seated else None
        if rest is not None:
            sizes = tuple(sorted((*rest[1], size)))
            found.append((_added(rest[0], size, rule), sizes))
    return min(found, default=None)


def _added(cost: _Cost, size: int, rule: SizeRule) -> _Cost:
    """Return the cost with one more table."""
    return _Cost(
        cost.fewer_tables - rule.variety,
        cost.distance + (size - rule.preferred) ** 2,
        cost.below + (size < rule.preferred),
        cost.tables + 1,
    )


_MAGIC_ROUNDS = ((4, 2), (8, 3), (16, 5), (32, 5), (64, 6), (128, 7), (226, 8), (409, 9))


def usual_rounds(count: int) -> int:
    """Return the usual number of Swiss rounds for a field (the Magic table)."""
    for largest, rounds in _MAGIC_ROUNDS:
        if count <= largest:
            return min(rounds, max(1, count - 1))
    return 10


def round_robin_fits(count: int, rounds: int) -> bool:
    """Tell whether a Swiss of `rounds` rounds could be a round robin instead (spec 3.4, end)."""
    return rounds >= count - 1
