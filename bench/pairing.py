"""How long a round takes to pair, in seconds of the processor. Run: python bench/pairing.py.

Goals: a round of Swiss of 500 players within 5 s, of 1,000 within 15; 60 players at tables of three
and more within two seconds a round.

With --networkx, networkx matches each round of the smaller Swiss again, from the same weights: how
long it takes, and whether its total cost is the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.tournaments.pair.chance import Stream
from games.tournaments.pair.contenders import Contender, Meetings, pair_of
from games.tournaments.pair.pods import divide
from games.tournaments.pair.sizes import SizeRule, table_sizes
from games.tournaments.pair.swiss import pair_swiss, weighed_pairs
from games.tournaments.rank.points import Scoring, table_points

Tables = list[tuple[int, ...]]
Met = dict[tuple[int, int], int]


def swiss_round(field: list[Contender], met: Met, number: int) -> Tables:
    """Return the tables of a Swiss round."""
    return list(pair_swiss(field, Meetings(met), 7).pairs)


def by_networkx(field: list[Contender], met: Met, number: int) -> Tables:
    """Return the tables of a Swiss round by both; print the seconds and costs of each."""
    import networkx as nx

    began = process_time()
    ours = swiss_round(field, met, number)
    halfway = process_time()
    weights = {(one, two): cost for one, two, cost in weighed_pairs(field, Meetings(met), 7)}
    graph = nx.Graph()
    graph.add_weighted_edges_from((one, two, -cost) for (one, two), cost in weights.items())
    begun = process_time()
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    at = {one.entry: index for index, one in enumerate(field)}
    bye = {at[entry] for entry in at} - {at[entry] for pair in ours for entry in pair}
    pairs = [pair_of(at[one], at[two]) for one, two in ours] + [(one, len(field)) for one in bye]
    costs = [sum(weights[pair_of(*pair)] for pair in found) for found in (pairs, matched)]
    compared = "equal" if costs[0] == costs[1] else f"{costs}"
    print(
        f"  {len(field)} players, round {number}: {halfway - began:.2f} s, "
        f"networkx {process_time() - begun:.2f} s, costs {compared}"
    )
    return ours


def pods_of(rule: SizeRule) -> Callable[[list[Contender], Met, int], Tables]:
    """Return what makes rounds of larger tables."""

    def pod_round(field: list[Contender], met: Met, number: int) -> Tables:
        sizes = table_sizes(len(field), rule).sizes
        return list(divide(field, sizes, Meetings(met), key=("bench", number)).tables)

    return pod_round


def run(
    name: str, count: int, rounds: int, make: Callable[[list[Contender], Met, int], Tables]
) -> None:
    """Play an event with random results and print the seconds of its rounds."""
    stream = Stream("bench", count)
    points = dict.fromkeys(range(count), 0)
    met: Met = {}
    seconds = []
    for number in range(1, rounds + 1):
        order = sorted(points, key=lambda entry: (-points[entry], entry))
        field = [Contender(entry, points[entry]) for entry in order]
        began = process_time()
        tables = make(field, met, number)
        seconds.append(process_time() - began)
        for table in tables:
            for pair in combinations(table, 2):
                met[pair_of(*pair)] = met.get(pair_of(*pair), 0) + 1
            ranks = stream.shuffled(range(len(table)))
            for entry, won in zip(table, table_points(Scoring(), ranks), strict=True):
                points[entry] += won
    repeats = sum(times - 1 for times in met.values())
    print(
        f"{name}: {count} players, {rounds} rounds, {sum(seconds):.2f} s in all, "
        f"{max(seconds):.2f} s at most, {repeats} repeats"
    )


def main() -> None:
    """Print the seconds for fields of different sizes."""
    parser = argparse.ArgumentParser(description="Seconds that pairing takes.")
    parser.add_argument("--networkx", action="store_true", help="match by networkx, too")
    if parser.parse_args().networkx:
        for count in (50, 101, 200, 500):
            run("Swiss", count, 7, by_networkx)
        return
    for count in (50, 100, 101, 200, 500, 1000):
        run("Swiss", count, 9 if count >= 500 else 7, swiss_round)
    for count in (12, 24, 60, 80, 200, 500):
        run("tables of 3-5", count, 5, pods_of(SizeRule(3, 5, 4)))
    run("tables of 3-10", 60, 5, pods_of(SizeRule(3, 10, 6)))
    run("tables of 10", 60, 5, pods_of(SizeRule(10, 10, 10)))


if __name__ == "__main__":
    main()
