"""Direct encounter: who is ahead among tied entries.

Spec: tournaments 3.3.1, for tables of two and of any size (the mean of the results of a pair over
their shared tables). Pure: imports no Django, random, time, datetime, os or secrets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.tournaments.rank.field import Field
from games.tournaments.rank.lines import BEATEN, LOST

Pair = tuple[int, int]


def results_between(field: Field, group: Sequence[int]) -> dict[Pair, Fraction]:
    """Return, for each pair of the group that met, the mean result of the first.

    1 beaten, 1/2 tied, 0 lost. Forfeits do not count as games, except in a round robin.
    """
    inside = set(group)
    sums: dict[Pair, int] = {}
    counts: dict[Pair, int] = {}
    for entry in group:
        for line in field.sheet[entry]:
            if not field.is_game(line):
                continue
            results = line.results or (BEATEN if line.kind == "fwin" else LOST,)
            for other, result in zip(line.others, results, strict=True):
                if other in inside:
                    sums[entry, other] = sums.get((entry, other), 0) + result
                    counts[entry, other] = counts.get((entry, other), 0) + 1
    return {pair: Fraction(total, 2 * counts[pair]) for pair, total in sums.items()}


def direct_encounter(field: Field, group: Sequence[int]) -> list[list[int]]:
    """Return the tied group in order, best first; entries still tied stay together."""
    return _ordered(list(group), results_between(field, group))


def mini_scores(group: Sequence[int], between: Mapping[Pair, Fraction]) -> dict[int, Fraction]:
    """Return each member's sum of mean results inside the group."""
    scores = dict.fromkeys(group, Fraction(0))
    for (entry, other), result in between.items():
        if entry in scores and other in scores:
            scores[entry] += result
    return scores


def _ordered(group: list[int], between: Mapping[Pair, Fraction]) -> list[list[int]]:
    """Return a group in order: by mini-score if all met, else by what is certain."""
    if len(group) < 2:
        return [group]
    scores = mini_scores(group, between)
    inside = set(group)
    met = Counter([entry for entry, other in between if {entry, other} <= inside])
    missing = {entry: len(group) - 1 - met[entry] for entry in group}
    if any(missing.values()):
        return _certain_first(group, between, scores, missing)
    ordered: list[list[int]] = []
    for score in sorted(set(scores.values()), reverse=True):
        tied = [entry for entry in group if scores[entry] == score]
        ordered += [tied] if len(tied) == len(group) else _ordered(tied, between)
    return ordered


def _certain_first(
    group: list[int],
    between: Mapping[Pair, Fraction],
    scores: Mapping[int, Fraction],
    missing: Mapping[int, int],
) -> list[list[int]]:
    """Return the group, putting first any entry that nobody else can still reach."""
    for first in group:
        others = [entry for entry in group if entry != first]
        if all(scores[first] > scores[entry] + missing[entry] for entry in others):
            return [[first], *_ordered(others, between)]
    return [group]
