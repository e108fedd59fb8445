"""Swiss pairing of tables of two: an exact minimum-cost perfect matching.

Spec: tournaments 3.4. One integer weight per pair ranks the rules strictly:
forbidden pairs, who may have the bye, repeated meetings, the bye's score,
score differences, the bye's unplayed rounds, half against half. Pure: imports
no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx

from games.tournaments.pair.contenders import Contender, Meetings, pair_of, score_steps

BYE = -1


class NoPairingError(Exception):
    """Forbidden pairs make it impossible to pair everybody; `blocked` are left over.

    They are as few as possible: two of them could be paired if they were allowed to meet.
    """

    def __init__(self, blocked: Sequence[int]) -> None:
        self.blocked = tuple(blocked)
        super().__init__(f"no pairing for {self.blocked}")


@dataclass(frozen=True, slots=True)
class SwissPairing:
    """The pairs, best table first (higher in the standings first), and the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


@dataclass(frozen=True, slots=True)
class _Scale:
    """The weights' levels: a level outweighs everything below it."""

    fold: int
    difference: int
    bye_score: int
    repeat: int
    second_bye: int


def pair_swiss(contenders: Sequence[Contender], meetings: Meetings, rounds: int) -> SwissPairing:
    """Return the best pairing of `contenders`, given in order of the standings.

    `rounds` is the number of rounds of the event. Raises NoPairingError if forbidden pairs leave
    somebody without an opponent.
    """
    if not contenders:
        return SwissPairing(())
    graph = _graph(contenders, meetings, rounds)
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    pairs = sorted(pair_of(*pair) for pair in matched)  # the bye comes first in its pair
    if 2 * len(pairs) < len(graph):
        paired = {index for pair in pairs for index in pair}
        raise NoPairingError(
            [one.entry for index, one in enumerate(contenders) if index not in paired]
        )
    byes = [contenders[other].entry for one, other in pairs if one == BYE]
    return SwissPairing(
        tuple(
            (contenders[one].entry, contenders[other].entry) for one, other in pairs if one != BYE
        ),
        byes[0] if byes else None,
    )


def _graph(contenders: Sequence[Contender], meetings: Meetings, rounds: int) -> nx.Graph[int]:
    """Return the graph of possible pairs, its weights negated.

    Nodes and edges are added in order of the standings, which makes the matching the same in every
    process.
    """
    steps = score_steps(contenders)
    scale = _scale(contenders, steps, max(rounds, *meetings.met.values(), 0))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(contenders)))
    for one in range(len(contenders)):
        for other in range(one + 1, len(contenders)):
            if not meetings.barred(contenders[one].entry, contenders[other].entry):
                weight = _pair_weight(contenders, steps, meetings, scale, one, other)
                graph.add_edge(one, other, weight=-weight)
    if len(contenders) % 2:
        graph.add_node(BYE)
        for index, weight in enumerate(_bye_weights(contenders, steps, scale)):
            graph.add_edge(index, BYE, weight=-weight)
    return graph


def _scale(contenders: Sequence[Contender], steps: Sequence[int], rounds: int) -> _Scale:
    """Return the levels B0 to B3 of the spec, and the one above them for second byes."""
    count, spread = len(contenders), max(steps)
    rounds = max(rounds, *(one.unplayed for one in contenders))
    fold = 4 * count * count + 4
    difference = fold * (rounds + 2)
    bye_score = difference * (count * (spread * spread + 1) + 1)
    repeat = bye_score * (spread + 2)
    return _Scale(fold, difference, bye_score, repeat, count * rounds * rounds * repeat)


def _pair_weight(
    contenders: Sequence[Contender],
    steps: Sequence[int],
    meetings: Meetings,
    scale: _Scale,
    one: int,
    other: int,
) -> int:
    """Return weight(a, b): repeats, then score difference, then half against half."""
    met = meetings.times(contenders[one].entry, contenders[other].entry)
    gap = steps[one] - steps[other]
    weight = met * met * scale.repeat + gap * gap * scale.difference
    if gap:
        return weight
    half = max(1, (steps.count(steps[one]) + 1) // 2)
    return weight + abs(abs(one - other) - half)


def _bye_weights(contenders: Sequence[Contender], steps: Sequence[int], scale: _Scale) -> list[int]:
    """Return weight(a, bye) for every entry."""
    fewest = min(one.byes for one in contenders)
    last = len(contenders) - 1
    return [
        (one.byes - fewest) ** 2 * scale.second_bye
        + steps[index] * scale.bye_score
        + one.unplayed * scale.fold
        + last
        - index
        for index, one in enumerate(contenders)
    ]
