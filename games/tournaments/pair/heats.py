"""Rounds of an elimination of tables: seating, and how many rounds it takes.

Spec: tournaments 3.5 (top cut), 3.7 (tables). The remaining entries sit at one final table as soon
as they fit; before that, they are divided by the usual size rule, in a snake, and the best of each
table advance. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.tournaments.pair.pods import snake
from games.tournaments.pair.sizes import SizeRule, table_sizes


@dataclass(frozen=True, slots=True)
class Heats:
    """One round: its tables in seed order, and the entries that advance without playing."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def heats(left: Sequence[int], rule: SizeRule) -> Heats:
    """Return a round of the remaining entries, highest seed first.

    The highest seeds are the ones without a seat. If too few are left for a table, the highest seed
    advances alone.
    """
    if len(left) in rule.allowed:
        return Heats((tuple(left),))
    sizes = table_sizes(len(left), rule)
    if not sizes.sizes:
        return Heats((), tuple(left[:1]))
    playing = left[sizes.byes :]
    tables = snake(len(playing), sizes.sizes)
    return Heats(
        tuple(tuple(playing[at] for at in table) for table in tables), tuple(left[: sizes.byes])
    )


def _going_on(tables: int, byes: int, rule: SizeRule, advance: int) -> int:
    """Return how many advance from a round: the best of each table, and at least a table's worth.

    One table without a bye is the final: a single entry wins it.
    """
    if tables + byes <= 1:
        return 1
    return max(advance * tables + byes, min(rule.allowed))


def fields(count: int, rule: SizeRule, advance: int) -> list[int]:
    """Return how many are left in each round if nobody drops out; empty if too few for a table."""
    found: list[int] = []
    while count >= min(rule.allowed) and count > 1:
        found.append(count)
        made = heats(range(count), rule)
        count = _going_on(len(made.tables), len(made.byes), rule, advance)
        if len(made.tables) + len(made.byes) <= 1:
            break
    return found


def usual_cuts(rule: SizeRule) -> list[int]:
    """Return the cuts that come out even: a final table, or usual tables whose winners fill it."""
    finals = rule.allowed
    return sorted({*finals, *(tables * rule.preferred for tables in finals)})
