"""Measures a game's balance among bots: results by side and seat, ends, and lengths.

    python bench/balance.py death_frontline --seats 2 --each allies --each axis --matches 200

Prints two Markdown tables, with a row for each combination of the values of the options named by
`--each`. Match number n is dealt from seed n, so the same command always plays the same matches.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.engine.bot import BotDice
from games.engine.botplay import play_out
from games.engine.contract import Contest, GameMeta, Options
from games.engine.options import complete_options
from games.registry import all_rulesets, rules_of

NORMAL_95 = 1.96
SCORES = "| options | matches | who | first place | 95 % |\n| --- | ---: | --- | ---: | --- |"
LENGTHS = (
    "| options | ends | draws | plies: median | quartiles |\n| --- | --- | ---: | ---: | --- |"
)


@dataclass(frozen=True)
class Table:
    """Who plays what: a game's ruleset, complete options, and a bot's level for each seat."""

    game: str
    ruleset: int
    options: Options
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """One match: points for the first place, how it ended, and after how many plies.

    Sides that share the first place share the point, unless the contest is grouped. A seat has its
    side's points.
    """

    points: dict[str, float]
    reason: str
    drawn: bool
    plies: int


def play(table: Table, number: int) -> Outcome:
    """Play match `number` at a table."""
    rules = rules_of(table.game, table.ruleset)
    seed = number.to_bytes(32, "big")
    bots = [rules.bots[level] for level in table.bots]
    played = play_out(rules, table.options, seed, bots, partial(BotDice, seed, table.game))
    result = rules.result(played.state)
    assert result is not None
    contest = rules.meta.contest(played.state)
    points = points_of(contest, result.ranks)
    return Outcome(points, result.reason, set(result.ranks) == {1}, len(played.entries))


def points_of(contest: Contest, ranks: Sequence[int]) -> dict[str, float]:
    """Return the points of each side and seat; a fixed team is named by its seats, and is one."""
    firsts = 1 if contest.grouped else sum(ranks[side.seats[0]] == 1 for side in contest.sides)
    points = {}
    for side in contest.sides:
        own = 1 / firsts if ranks[side.seats[0]] == 1 else 0.0
        if side.code or len(side.seats) == 1:
            points |= {f"seat {seat}": own for seat in side.seats}
            if side.code:
                points[side.code] = own
        else:
            points[f"seats {', '.join(map(str, side.seats))}"] = own
    return points


def wilson(points: float, matches: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, by Wilson's score (JASA 22, 1927)."""
    share, z = points / matches, NORMAL_95
    spread = z * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches))
    middle, scale = share + z * z / (2 * matches), 1 + z * z / matches
    return (middle - spread) / scale, (middle + spread) / scale


def score_rows(name: str, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield a row for each side and seat."""
    for party in sorted({party for outcome in outcomes for party in outcome.points}):
        points = [outcome.points[party] for outcome in outcomes if party in outcome.points]
        share, (low, high) = sum(points) / len(points), wilson(sum(points), len(points))
        yield f"| {name} | {len(points)} | {party} | {share:.1%} | {low:.1%}–{high:.1%} |"


def length_row(name: str, outcomes: Sequence[Outcome]) -> str:
    """Return the row of ends and lengths; needs two matches at least."""
    total = len(outcomes)
    ends = Counter(outcome.reason for outcome in outcomes).most_common()
    said = ", ".join(f"{reason} {number / total:.1%}" for reason, number in ends)
    draws = sum(outcome.drawn for outcome in outcomes) / total
    low, median, high = quantiles((outcome.plies for outcome in outcomes), method="inclusive")
    return f"| {name} | {said} | {draws:.1%} | {median:.0f} | {low:.0f}–{high:.0f} |"


def combinations(meta: GameMeta, seats: int, chosen: Options, each: Iterable[str]) -> list[Options]:
    """Return the chosen options with every value of those in `each`; raises OptionError."""
    whole = complete_options(meta, seats, chosen)
    keys = list(each)
    options = {option.key: option for option in meta.options}
    values: list[Sequence[Any]] = [options[key].values(seats, whole) or () for key in keys]
    return [
        complete_options(meta, seats, {**chosen, **dict(zip(keys, combination, strict=True))})
        for combination in product(*values)
    ]


def parse() -> argparse.Namespace:
    """Return the command line's arguments."""
    parser = argparse.ArgumentParser(description="Results of bots by side and seat, with lengths.")
    parser.add_argument("game", choices=sorted(all_rulesets()))
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--ruleset", type=int, help="the newest unless given")
    parser.add_argument("--options", type=json.loads, default={}, help="options as JSON")
    parser.add_argument("--each", action="append", default=[], help="an option to try all values")
    parser.add_argument("--bots", default="club", help="a level, or one for each seat: club,novice")
    parser.add_argument("--matches", type=int, default=800, help="matches a combination")
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--jobs", type=int, default=1, choices=(1, 2), help="processes")
    return parser.parse_args()


def main() -> None:
    """Play the matches and print the tables."""
    args = parse()
    ruleset = args.ruleset or max(all_rulesets()[args.game])
    meta = rules_of(args.game, ruleset).meta
    levels = args.bots.split(",")
    bots = tuple(levels[seat % len(levels)] for seat in range(args.seats))
    numbers = range(args.first, args.first + args.matches)
    scores, lengths = [SCORES], [LENGTHS]
    with Pool(args.jobs) as pool:
        for options in combinations(meta, args.seats, args.options, args.each):
            table = Table(args.game, ruleset, options, bots)
            outcomes = pool.map(partial(play, table), numbers, chunksize=4)
            name = ", ".join(str(options[key]) for key in args.each) or "usual"
            scores += score_rows(name, outcomes)
            lengths.append(length_row(name, outcomes))
    print(f"{meta.title}, ruleset {ruleset}, {args.seats} seats, bots {args.bots},", end=" ")
    print(f"matches {numbers[0]} to {numbers[-1]}\n")
    print("\n".join([*scores, "", *lengths]))


if __name__ == "__main__":
    main()
