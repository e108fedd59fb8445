"""How much of a match is luck, and what taking it out is worth. Run: python bench/luck.py GAME.

    python bench/luck.py deadline_99 --fit --matches 4000
    python bench/luck.py deadline_99 --seats 4 --matches 400 --first 100000

`--fit` lets bots of all levels play, and fits the weights by which the luck ledger judges positions
(`games/rules/<game>/chances.json`) to how their matches ended: a multinomial logit with a little
shrinkage. Otherwise bots of different levels play matches that nothing was fitted to. Prints the
CPU time, each seat's mean luck (it has to be 0 within its error), and for a table of so many
matches each, how often it has two levels in their true order: by results, and without luck.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from importlib import import_module
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median, pvariance, stdev
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.engine.bot import LEVELS, BotDice
from games.engine.botplay import play_out
from games.engine.chance import Chance
from games.engine.contract import Options, Rules
from games.engine.luck import total
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.rollout import shares
from games.registry import current_rules
from games.thinking import Played, Splitting, split_some

LEVEL = "level "
"""A term of the fit alone: without it, what weaker bots are likelier to hold would seem bad."""
EVERY = 5
"""One position of so many is fitted to."""
SHRINK = 1e-3
ROUNDS = 600
TRUST = {"deadline_99": {"duel": 0.45}, "death_frontline": {"held": 0.45, "strength held": 0.45}}
"""By game and beginning of a term: what its weight is multiplied by.

Few matches stand behind many positions, so the fit is too sure of these: on matches of its own
(from 1,000,000 on), a win's worth of luck moved results by so much of a win.
"""
TABLES = (4, 8, 16, 32)
TRIALS = 4000
TIMES = 32
FITTED: dict[str, list[tuple[int, Options]]] = {
    "deadline_99": [
        *((seats, {}) for seats in (2, 3, 4, 5, 6, 8)),
        (4, {"angel_reaper": True}),
        (6, {"mode": "factions"}),
        (5, {"mode": "factions"}),
    ],
    "death_frontline": [
        (2, {}),
        (2, {"allies": "uk", "axis": "ss"}),
        (4, {}),
        (2, {"max_rounds": 8}),
        (4, {"end_on": "empty_hand", "max_rounds": 5}),
    ],
    "zombie_rummy": [
        *((seats, {"end": "rounds", "target": 3}) for seats in (2, 3, 4, 5)),
        *((seats, {"end": "rounds", "target": 1}) for seats in (2, 4, 6)),
        (3, {"end": "score", "target": 100}),
        (2, {"end": "wins", "target": 2}),
    ],
}


class Setting(NamedTuple):
    """What is played, by bots of these levels in turn round the table."""

    game: str
    seats: int
    options: Options
    levels: tuple[str, ...]
    label: str


def plies_of(setting: Setting, number: int) -> tuple[Rules, list[Played]]:
    """Return the plies of a match between bots."""
    rules = current_rules(setting.game)
    seed = sha256(f"{setting.label} {setting.game} {number}".encode()).digest()
    bots = [rules.bots[level] for level in levels_of(setting, number)]
    dice = partial(BotDice, seed, setting.game)
    entries = play_out(rules, setting.options, seed, bots, dice).entries
    chance = Chance(seed, setting.game)
    _, state = start_match(rules, setting.options, setting.seats, chance)
    plies = [Played(0, None, None, None, state)]
    for ply, entry in enumerate(entries, start=1):
        before = state
        _, state = play_action(rules, state, entry["seat"], entry["action"], chance)
        plies.append(Played(ply, before, entry["seat"], entry["action"], state))
    return rules, plies


def levels_of(setting: Setting, number: int) -> list[str]:
    """Return the level in each seat: every match seats them anew; sides stay of one level."""
    rules = current_rules(setting.game)
    mixed = [setting.levels[(number + place) % len(setting.levels)] for place in range(99)]
    Random(f"{setting.label} {number}").shuffle(mixed)
    _, opening = start_match(rules, setting.options, setting.seats, Chance(bytes(32), setting.game))
    found = [""] * setting.seats
    for level, side in zip(mixed, rules.meta.contest(opening).sides, strict=False):
        for seat in side.seats:
            found[seat] = level
    return found


Sample = list[tuple[dict[str, float], float]]
"""A position: each party's terms, and its part of the win in the end."""


def samples_of(setting: Setting, number: int) -> list[Sample]:
    """Return some positions of a match."""
    rules, plies = plies_of(setting, number)
    module: Any = import_module(f"games.rules.{setting.game}.chances")
    won, found = shares(rules, plies[-1].after), []
    levels = levels_of(setting, number)
    for one in plies[number % EVERY :: EVERY]:
        if rules.result(one.after) is None:
            parties = module.parties_of(one.after)
            parts = [won[party.seats[0]] for party in parties]
            if whole := sum(parts):
                found.append(
                    [
                        ({**party.terms, LEVEL + levels[party.seats[0]]: 1.0}, part / whole)
                        for party, part in zip(parties, parts, strict=True)
                    ]
                )
    return found


def fitted(samples: Sequence[Sample]) -> dict[str, float]:
    """Return the weights that make the ends of these positions likeliest, a little shrunk."""
    names = sorted({name for sample in samples for terms, _ in sample for name in terms})
    place = {name: at for at, name in enumerate(names)}
    rows = [(at, terms, part) for at, one in enumerate(samples) for terms, part in one]
    design = np.zeros((len(rows), len(names)), dtype=np.float32)
    for row, (_, terms, _) in enumerate(rows):
        for name, value in terms.items():
            design[row, place[name]] = value
    group = np.array([at for at, _, _ in rows])
    starts = np.flatnonzero(np.r_[True, group[1:] != group[:-1]])
    parts = np.array([part for _, _, part in rows], dtype=np.float32)
    scale = np.maximum(design.std(axis=0), 1e-3)
    design /= scale
    weights = np.zeros(len(names), dtype=np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for turn in range(1, ROUNDS + 1):  # Adam: Kingma and Ba, 2015
        scores = design @ weights
        scores -= np.maximum.reduceat(scores, starts)[group]
        odds = np.exp(scores)
        guess = odds / np.add.reduceat(odds, starts)[group]
        slope = design.T @ (guess - parts) / len(samples) + SHRINK * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        step = 0.03 * (1 - turn / ROUNDS) + 0.0005
        weights -= step * (first / (1 - 0.9**turn)) / (np.sqrt(second / (1 - 0.999**turn)) + 1e-8)
    chosen = np.maximum(guess, 1e-9)
    print("entropy a position:", -(parts * np.log(chosen)).sum() / len(samples), file=sys.stderr)
    return {
        name: round(float(weights[at] / scale[at]), 4)
        for name, at in place.items()
        if not name.startswith(LEVEL)
    }


def settings_of(game: str, label: str) -> list[Setting]:
    """Return what is played for the fit."""
    rules = current_rules(game)
    levels = tuple(level for level in LEVELS if level in rules.bots and level != "expert")
    return [
        Setting(game, seats, complete_options(rules.meta, seats, options), levels, label)
        for seats, options in FITTED[game]
    ]


def fit(game: str, matches: int, jobs: int) -> None:
    """Play, fit, and write the weights."""
    settings, samples = settings_of(game, "fit"), []
    with ProcessPoolExecutor(jobs) as pool:
        for setting in settings:
            each = range(matches // len(settings))
            for found in pool.map(partial(samples_of, setting), each, chunksize=4):
                samples += found
            print(setting.seats, setting.options, len(samples), file=sys.stderr, flush=True)
    path = Path(__file__).resolve().parents[1] / f"games/rules/{game}/chances.json"
    weights = {name: _trusted(game, name, one) for name, one in fitted(samples).items()}
    path.write_text(json.dumps(weights, indent=1, sort_keys=True) + "\n")


def _trusted(game: str, name: str, weight: float) -> float:
    """Return a weight as far as it is to be trusted."""
    for start, trust in TRUST.get(game, {}).items():
        if name.startswith(start):
            return round(weight * trust, 4)
    return weight


class Account(NamedTuple):
    """A match's account, by seat: level, share, what was due before the deal, luck, its error."""

    levels: list[str]
    won: tuple[float, ...]
    begin: tuple[float, ...]
    luck: tuple[float, ...]
    variance: tuple[float, ...]
    own: list[float]
    plies: int
    seconds: float


def account_of(setting: Setting, number: int) -> Account:
    """Return the account of a match."""
    rules, plies = plies_of(setting, number)
    meta, seats = rules.meta, setting.seats
    key, options = meta.key, setting.options
    asked = Splitting(key, meta.ruleset, f"{number}", options, seats, plies, TIMES, 1e9)
    split = split_some(asked)
    own = [0.0] * seats
    for one, step in zip(plies, split.steps, strict=True):
        if one.seat is not None:
            own[one.seat] += step.deed[one.seat]
    return Account(
        levels_of(setting, number),
        shares(rules, plies[-1].after),
        split.begin,
        total([step.luck for step in split.steps], seats),
        total([step.variance for step in split.steps], seats),
        own,
        len(plies) - 1,
        split.seconds,
    )


def measure(setting: Setting, numbers: range, jobs: int) -> None:
    """Play fresh matches and print what the ledger makes of them."""
    with ProcessPoolExecutor(jobs) as pool:
        found = list(pool.map(partial(account_of, setting), numbers, chunksize=2))
    seconds = [one.seconds for one in found]
    print(f"{setting.game}, {setting.seats} seats, {json.dumps(setting.options)}")
    print(f"{len(found)} matches, {median(one.plies for one in found):.0f} plies (median)")
    print(f"CPU s a match: median {median(seconds):.2f}, most {max(seconds):.2f}")
    for seat in range(setting.seats):
        luck = [one.luck[seat] for one in found]
        print(f"seat {seat}: mean luck {fmean(luck):+.4f} ± {stdev(luck) / sqrt(len(luck)):.4f}")
    _print_variances(found, setting.seats)
    _print_tables(found, setting.levels)


def _print_variances(found: Sequence[Account], seats: int) -> None:
    """Print what luck and its correction do to the spread of a level's results."""
    error = sqrt(fmean(one.variance[seat] for one in found for seat in range(seats)))
    spread = sqrt(fmean(one.luck[seat] ** 2 for one in found for seat in range(seats)))
    print(f"luck of a match: {spread:.3f} (standard deviation), its error {error:.3f}")
    by_level = {level: list(_results(found, level)) for level in dict.fromkeys(_levels(found))}
    pulls = [_pull(results) for results in by_level.values()]
    slope = sum(one for one, _ in pulls) / sum(two for _, two in pulls)
    print(f"a win's worth of luck moved results by {slope:.2f} of a win (1: chances are right)")
    for level, results in by_level.items():
        plain, corrected = ([pair[at] for pair in results] for at in (0, 1))
        print(
            f"{level}: {len(results)} seats, share {fmean(plain):+.3f}, "
            f"corrected {fmean(corrected):+.3f}; variance {pvariance(plain):.3f}, "
            f"corrected {pvariance(corrected):.3f}: "
            f"{pvariance(corrected) / pvariance(plain):.2f} of it"
        )


def _pull(results: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the covariance of results and luck, and luck's variance, both times their number."""
    lucks = [share - corrected for share, corrected in results]
    mean, middle = fmean(share for share, _ in results), fmean(lucks)
    pull = sum(
        (share - mean) * (luck - middle) for (share, _), luck in zip(results, lucks, strict=True)
    )
    return pull, sum((luck - middle) ** 2 for luck in lucks)


def _levels(found: Sequence[Account]) -> Iterator[str]:
    return (level for one in found for level in one.levels)


def _results(found: Sequence[Account], level: str) -> Iterator[tuple[float, float]]:
    """Yield the share of each seat of a level, less what it was due: as it is, and corrected."""
    for one in found:
        for seat, its in enumerate(one.levels):
            if its == level:
                share = one.won[seat] - one.begin[seat]
                yield share, share - one.luck[seat]


def _print_tables(found: Sequence[Account], levels: Sequence[str]) -> None:
    """Print how often tables of few matches have the levels in order, pair by pair."""
    dice = Random(1)
    results = {level: list(_results(found, level)) for level in levels}
    print("| matches each | pairs in order, by results | corrected for luck |")
    print("| ---: | ---: | ---: |")
    for count in TABLES:
        right = [0.0, 0.0]
        for _ in range(TRIALS):
            drawn = {level: dice.choices(results[level], k=count) for level in levels}
            for low, high in combinations(levels, 2):
                for at in (0, 1):
                    one, other = (sum(pair[at] for pair in drawn[name]) for name in (low, high))
                    right[at] += 1.0 if other > one else 0.5 if other == one else 0.0
        pairs = TRIALS * len(levels) * (len(levels) - 1) / 2
        print(f"| {count} | {right[0] / pairs:.3f} | {right[1] / pairs:.3f} |")


def main() -> None:
    """Fit, or measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", type=json.loads, default={}, help="JSON object")
    parser.add_argument("--levels", default="novice,casual,club", help="weakest first")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--first", type=int, default=2_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    if given.fit:
        fit(given.game, given.matches, given.jobs)
        return
    options = complete_options(current_rules(given.game).meta, given.seats, given.options)
    levels = tuple(given.levels.split(","))
    setting = Setting(given.game, given.seats, options, levels, "measure")
    measure(setting, range(given.first, given.first + given.matches), given.jobs)


if __name__ == "__main__":
    main()
