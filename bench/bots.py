"""How strong a game's bots are. Run: python bench/bots.py GAME --seats N [--levels a,b,c].

Every two levels play each other on the same deals in all seatings in which each has half of the
seats, so that neither has the better cards. Where seats share a side (factions, fronts), each
level plays whole sides, every deal from both. A level's result in a match is its part of the
first place; all results together are fitted by Bradley and Terry's model, in Elo points, the
weakest level at 0. Intervals hold 95 % of a bootstrap over deals.

    python bench/bots.py deadline_99 --seats 4 --deals 2000 --first 100000 --jobs 2 --gap 80

With `--gap E` two levels stop as soon as their difference is clearly above or below E: looked at
after 1/16, 1/8, 1/4, 1/2 and all of the deals, each time with a fifth of the 5 % error.

`--json games/rules/deadline_99/strength.json` writes the levels to the file that the site's page of
bots reads; it keeps other numbers of seats and options there.

With `--against club`, only pairs with that level play. A bot of another version is named as in
records, for instance `club/1`. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import combinations, pairwise
from math import log10, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.engine.bot import Bot, BotDice, Dice, Observation
from games.engine.botplay import play_out
from games.engine.chance import Chance
from games.engine.contract import Action, Contest, Options, Rules
from games.engine.match import start_match
from games.engine.options import complete_options
from games.engine.rollout import shares
from games.registry import current_rules

LOOKS = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1)
Z_LOOK = 2.576
"""The normal quantile of 0.05 / len(LOOKS), two-sided."""
REPLICATES = 1000
PRIOR = 0.5
"""Matches that each pair is taken to have drawn beforehand: keeps 100 % finite."""


@dataclass(frozen=True)
class Setting:
    """What is played: names a game, and so can be sent to another process."""

    game: str
    seats: int
    options: Options


@dataclass(frozen=True)
class DealResult:
    """One deal played in all seatings: the first bot's mean result, and CPU s of both's actions."""

    share: float
    matches: int
    cpu: tuple[array[float], array[float]]


@dataclass
class Pairing:
    """Two levels and the deals they have played."""

    levels: tuple[str, str]
    deals: list[DealResult] = field(default_factory=list)

    @property
    def matches(self) -> int:
        """Return the number of matches played."""
        return sum(deal.matches for deal in self.deals)

    def decided(self, gap: float) -> bool:
        """Tell whether the difference is clearly above or below `gap` Elo, either way."""
        results = [deal.share for deal in self.deals]
        error = Z_LOOK * stdev(results) / sqrt(len(results))
        distance = abs(fmean(results) - 0.5)
        return abs(distance - (share_of(gap) - 0.5)) > error


def share_of(elo: float) -> float:
    """Return the expected result of a bot that is `elo` points better."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float:
    """Return the points by which a bot with this result is better; 0 < share < 1."""
    return 400 * log10(share / (1 - share))


def bot_named(rules: Rules, name: str) -> Bot:
    """Return the bot of a level ("club"), or of a version of it ("club/1"); raises KeyError."""
    return rules.bot_marked[f"bot:{name}"] if "/" in name else rules.bots[name]


def seatings(contest: Contest) -> Iterator[tuple[int, ...]]:
    """Yield, for each way to seat bots 0 and 1 evenly by sides, the bot in each seat.

    Where sides have several seats, the two largest always belong to different bots.
    """
    sides = sorted(contest.sides, key=lambda side: len(side.seats), reverse=True)
    seats = sum(len(side.seats) for side in sides)
    for first_has in {len(sides) // 2, -(-len(sides) // 2)}:
        for chosen in combinations(range(len(sides)), first_has):
            if len(sides[0].seats) > 1 and (0 in chosen) == (1 in chosen):
                continue
            first = {seat for side in chosen for seat in sides[side].seats}
            yield tuple(0 if seat in first else 1 for seat in range(seats))


def timed(bot: Bot, times: array[float]) -> Bot:
    """Return the bot with the CPU seconds of each action noted in `times`."""

    def choose(known: Observation, dice: Dice) -> Action:
        began = process_time()
        action = bot.choose(known, dice)
        times.append(process_time() - began)
        return action

    return replace(bot, choose=choose)


def play_deal(setting: Setting, levels: tuple[str, str], number: int) -> DealResult:
    """Play one deal in all seatings."""
    rules = current_rules(setting.game)
    seed = sha256(f"{setting.game} {number}".encode()).digest()
    cpu = (array("d"), array("d"))
    bots = [timed(bot_named(rules, name), times) for name, times in zip(levels, cpu, strict=True)]
    _, opening = start_match(rules, setting.options, setting.seats, Chance(seed, setting.game))
    results: list[float] = []
    for who in seatings(rules.meta.contest(opening)):
        dice = partial(_dice, seed, setting.game)
        end = play_out(rules, setting.options, seed, [bots[bot] for bot in who], dice).state
        won = shares(rules, end)
        by_bot = [0.0, 0.0]
        for side in rules.meta.contest(end).sides:
            by_bot[who[side.seats[0]]] += won[side.seats[0]]
        results.append(by_bot[0] / sum(by_bot))
    return DealResult(fmean(results), len(results), cpu)


def _dice(seed: bytes, game: str, seat: int, ply: int) -> Dice:
    return BotDice(seed, game, seat, ply)


def play_pairings(
    setting: Setting,
    pairings: Sequence[Pairing],
    numbers: range,
    pool: ProcessPoolExecutor,
    gap: float | None,
) -> None:
    """Let every pair play the deals with these numbers, or fewer if `gap` is decided earlier."""
    for pairing in pairings:
        for look in LOOKS:
            part = numbers[len(pairing.deals) : round(look * len(numbers))]
            pairing.deals += pool.map(partial(play_deal, setting, pairing.levels), part)
            print(pairing.levels, len(pairing.deals), "deals", file=sys.stderr)
            if gap is not None and len(pairing.deals) > 1 and pairing.decided(gap):
                break


Results = Mapping[tuple[str, str], tuple[float, float]]
"""By pair: the first one's points, and the matches."""


def fit(levels: Sequence[str], results: Results, rounds: int = 200) -> dict[str, float]:
    """Return Elo points by Bradley and Terry's model, the first level at 0.

    Hunter's MM algorithm (2004): each round sets a strength to wins ÷ Σ matches / (sum of both).
    """
    strength = dict.fromkeys(levels, 1.0)
    wins = dict.fromkeys(levels, 0.0)
    for (one, other), (points, matches) in results.items():
        wins[one] += points + PRIOR / 2
        wins[other] += matches - points + PRIOR / 2
    for _ in range(rounds):
        weight = dict.fromkeys(levels, 0.0)
        for (one, other), (_, matches) in results.items():
            each = (matches + PRIOR) / (strength[one] + strength[other])
            weight[one] += each
            weight[other] += each
        strength = {level: wins[level] / weight[level] for level in levels}
    return {level: 400 * log10(strength[level] / strength[levels[0]]) for level in levels}


def resampled(pairings: Sequence[Pairing], dice: Random | None) -> Results:
    """Return the pairs' results: of a bootstrap sample of their deals, or of all without dice."""
    found = {}
    for pairing in pairings:
        deals = dice.choices(pairing.deals, k=len(pairing.deals)) if dice else pairing.deals
        points = sum(deal.share * deal.matches for deal in deals)
        found[pairing.levels] = (points, float(sum(deal.matches for deal in deals)))
    return found


def bounds(values: Sequence[float]) -> tuple[float, float]:
    """Return the bounds that hold 95 % of the values."""
    ordered = sorted(values)
    return ordered[len(ordered) // 40], ordered[-len(ordered) // 40 - 1]


def interval(values: Sequence[float]) -> str:
    """Return these bounds in words."""
    low, high = bounds(values)
    return f"{low:+.0f} … {high:+.0f}"


def levels_fitted(levels: Sequence[str], pairings: Sequence[Pairing]) -> list[dict[str, Any]]:
    """Return each level's points, and its lead over the next lower one with its bounds."""
    dice = Random(1)
    points = fit(levels, resampled(pairings, None))
    samples = [fit(levels, resampled(pairings, dice)) for _ in range(REPLICATES)]
    fitted: list[dict[str, Any]] = [{"level": levels[0], "elo": 0}]
    for below, level in pairwise(levels):
        low, high = bounds([sample[level] - sample[below] for sample in samples])
        lead = points[level] - points[below]
        found = {"elo": points[level], "lead": lead, "low": low, "high": high}
        fitted.append({"level": level} | {name: round(one) for name, one in found.items()})
    return fitted


def print_levels(fitted: Sequence[dict[str, Any]], pairings: Sequence[Pairing]) -> None:
    """Print what `levels_fitted` returns, and each level's CPU time."""
    print("| level | Elo | above the next | 95 % | CPU ms a move: median | most |")
    print("| --- | --- | --- | --- | --- | --- |")
    for one in fitted:
        cpu = sorted(_cpu_of(one["level"], pairings))
        lead, held = (
            (f"{one['lead']:+}", f"{one['low']:+} … {one['high']:+}") if "lead" in one else ("", "")
        )
        print(
            f"| {one['level']} | {one['elo']} | {lead} | {held}"
            f" | {median(cpu) * 1e3:.2f} | {cpu[-1] * 1e3:.0f} |"
        )


def write_levels(
    path: Path, seats: int, options: Options, matches: int, fitted: Sequence[dict[str, Any]]
) -> None:
    """Put a round robin into a game's strength.json, in place of that of the same setting."""
    known = json.loads(path.read_text()) if path.exists() else []
    new = {"seats": seats, "options": options, "matches": matches, "levels": list(fitted)}
    same = [(one["seats"], one["options"]) == (seats, options) for one in known]
    kept = [new if is_same else one for one, is_same in zip(known, same, strict=True)]
    path.write_text(json.dumps(kept if any(same) else [*kept, new], indent=1) + "\n")


def _cpu_of(level: str, pairings: Sequence[Pairing]) -> Iterator[float]:
    for pairing in pairings:
        if level in pairing.levels:
            for deal in pairing.deals:
                yield from deal.cpu[pairing.levels.index(level)]


def print_pairings(pairings: Sequence[Pairing]) -> None:
    """Print each pair's result."""
    dice = Random(2)
    print("| pair | deals | matches | result of the first | Elo | 95 % |")
    print("| --- | --- | --- | --- | --- | --- |")
    for pairing in pairings:
        one, other = pairing.levels
        counts = [resampled([pairing], dice)[one, other] for _ in range(REPLICATES)]
        (points, matches) = resampled([pairing], None)[one, other]
        lead = elo_of(_inside(points / matches))
        leads = [elo_of(_inside(part / whole)) for part, whole in counts]
        print(
            f"| {one} : {other} | {len(pairing.deals)} | {pairing.matches}"
            f" | {points / matches:.3f} | {lead:+.0f} | {interval(leads)} |"
        )


def _inside(share: float) -> float:
    return min(max(share, 1e-3), 1 - 1e-3)


def arguments() -> argparse.Namespace:
    """Return the command line's arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--levels", help="names with commas between, weakest first; default: all")
    parser.add_argument("--against", help="play only pairs with this level")
    parser.add_argument("--options", type=json.loads, default={}, help="JSON object")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--json", type=Path, help="the game's strength.json, to write the levels to"
    )
    parser.add_argument("--gap", type=float, help="stop once a pair's difference is clear of this")
    return parser.parse_args()


def main() -> None:
    """Play the round robin and print both tables."""
    asked = arguments()
    rules = current_rules(asked.game)
    options = complete_options(rules.meta, asked.seats, asked.options)
    levels = asked.levels.split(",") if asked.levels else list(rules.bots)
    pairs = [(high, low) for low, high in combinations(levels, 2)]
    pairings = [Pairing(p) for p in pairs if asked.against is None or asked.against in p]
    numbers = range(asked.first, asked.first + asked.deals)
    with ProcessPoolExecutor(asked.jobs) as pool:
        play_pairings(Setting(asked.game, asked.seats, options), pairings, numbers, pool, asked.gap)
    text = json.dumps(options, sort_keys=True)
    print(f"{asked.game}, {asked.seats} seats, {text}, deals from {asked.first}\n")
    fitted = levels_fitted(levels, pairings)
    print_levels(fitted, pairings)
    if asked.json:
        played = sum(pairing.matches for pairing in pairings)
        write_levels(asked.json, asked.seats, asked.options, played, fitted)
    print()
    print_pairings(pairings)


if __name__ == "__main__":
    main()
