"""Find chains among pairs whose points flow one way: A feeds B, who feeds C. Pure."""

from __future__ import annotations

from collections.abc import Iterable

MOST_CHAINS = 20


def chains_of(flows: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the longest chains of flows (from, to), three people or more; longest first.

    Nobody is in a chain twice. A chain that is part of another is left out.
    """
    into: dict[int, list[int]] = {}
    sources: set[int] = set()
    targets: set[int] = set()
    for source, target in sorted(set(flows)):
        into.setdefault(source, []).append(target)
        sources.add(source)
        targets.add(target)
    found: list[list[int]] = []
    for start in [*sorted(sources - targets), *sorted(sources)]:
        if not any(start in chain for chain in found):
            _extend([start], into, found)
    return sorted((one for one in found if len(one) > 2), key=lambda one: (-len(one), one))[
        :MOST_CHAINS
    ]


def _extend(chain: list[int], into: dict[int, list[int]], found: list[list[int]]) -> None:
    """Add every way on from the end of a chain to `found`, as long as that is short."""
    further = [one for one in into.get(chain[-1], []) if one not in chain]
    if not further:
        found.append(chain)
    for one in further:
        if len(found) < 10 * MOST_CHAINS:
            _extend([*chain, one], into, found)
