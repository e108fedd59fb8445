"""Exact matching: the cheapest way to pair as many as possible.

The blossom algorithm of rustworkx, whose result is the same in every process if nodes and edges
come in the same order. Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections.abc import Iterable

import rustworkx as rx

from games.tournaments.pair.contenders import Pair, pair_of

Edge = tuple[int, int, int]
"""Two numbers below the count of those to pair, and what it costs to pair them."""


def cheapest_pairs(count: int, edges: Iterable[Edge]) -> list[Pair]:
    """Return as many pairs of the first `count` numbers as the edges allow, at the least cost.

    Each pair is in order, and so are the pairs. Costs are exact up to 120 bits.
    """
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(one, other, -cost) for one, other, cost in edges])
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted(pair_of(*pair) for pair in matched)
