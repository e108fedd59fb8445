"""How much more than counting does a bot's read of hands tell? Run: python bench/reading.py GAME.

    python bench/reading.py zombie_rummy --matches 300 --jobs 2

Bots of mixed levels play matches of seeds of their own; positions of each are read by a random
seat. Prints the mean score in bits of a question (`games/engine/reading.py`) of counting and of the
bot, the difference with its standard error over matches, the CPU time of a read, and how often
came true what the bot said.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.luck import FITTED
from games.engine.bot import BotDice
from games.engine.botplay import play_out, remember
from games.engine.chance import Chance
from games.engine.hidden import Memory
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.reading import Ply, Situation, bots_read, decisions_of, questions_of, score
from games.registry import current_rules

LEVELS = ("novice", "casual", "club", "club")
POSITIONS = 4
BINS = 10


class Forecast(NamedTuple):
    """One question of a match: both forecasts, what was true, and the read's CPU seconds."""

    counted: float
    bot: float
    outcome: bool
    seconds: float


def forecasts_of(game: str, number: int) -> list[Forecast]:
    """Return the forecasts at some positions of a match."""
    rules, dice = current_rules(game), Random(f"reading {game} {number}")
    seats, options = dice.choice(FITTED[game])
    options = complete_options(rules.meta, seats, options)
    bots = [rules.bot_at(dice.choice(LEVELS)) for _ in range(seats)]
    seed = sha256(f"reading {game} {number}".encode()).digest()
    entries = play_out(rules, options, seed, bots, partial(BotDice, seed, game)).entries
    chance = Chance(seed, game)
    events, state = start_match(rules, options, seats, chance)
    history, states = [Ply(None, None, None, events)], [state]
    for entry in entries:
        before, (events, state) = (
            state,
            play_action(rules, state, entry["seat"], entry["action"], chance),
        )
        history.append(Ply(entry["seat"], entry["action"], before, events))
        states.append(state)
    found: list[Forecast] = []
    for ply in sorted(dice.sample(range(len(states) - 1), min(POSITIONS, len(states) - 1))):
        read = read_at(game, history[: ply + 1], states[ply], dice.randrange(seats), f"{number}")
        found += read
    return found


def read_at(
    game: str, history: list[Ply], state: object, reader: int, label: str
) -> Iterator[Forecast]:
    """Yield the forecasts at a position, as `replays/reading` makes them."""
    rules, memory = current_rules(game), Memory(len(state.resigned))  # type: ignore[attr-defined]
    for one in history:
        remember(rules, memory, one.events, reader)
    assert rules.hiding is not None
    hidden = rules.hiding.hidden(state, reader)
    asked = questions_of(rules, hidden, memory)
    if not asked:
        return
    begun = process_time()
    decisions = decisions_of(rules, history, len(memory.hands))
    bot = bots_read(rules, Situation(state, reader, memory, decisions), asked, Random(label))
    seconds = process_time() - begun
    for (one, counted), forecast in zip(asked.items(), bot, strict=True):
        outcome = rules.hiding.statements[one.key].is_true(hidden, one.seat)
        yield Forecast(counted, forecast, outcome, seconds)


def measure(game: str, numbers: range, jobs: int) -> None:
    """Play matches and print the scores."""
    with ProcessPoolExecutor(jobs) as pool:
        matches = list(pool.map(partial(forecasts_of, game), numbers, chunksize=4))
    found = [one for match in matches for one in match]
    counted = fmean(score(one.counted, one.outcome) for one in found)
    bot = fmean(score(one.bot, one.outcome) for one in found)
    gains = [sum(gain_of(one) for one in match) for match in matches]
    error = pstdev(gains) * sqrt(len(gains)) / len(found)
    seconds = [one.seconds for one in found]
    print(f"{game}: {len(found)} questions in {len(matches)} matches")
    print(f"bits a question: counting {counted:.3f}, bot {bot:.3f}")
    print(f"difference {bot - counted:+.4f} ± {error:.4f}")
    print(f"CPU s a read: mean {fmean(seconds):.2f}, most {max(seconds):.2f}")
    print("| said | questions | mean | came true |")
    print("| --- | ---: | ---: | ---: |")
    for at in range(BINS):
        bin_ = [one for one in found if int(one.bot * BINS) == at]
        if bin_:
            said, came = fmean(one.bot for one in bin_), fmean(one.outcome for one in bin_)
            print(f"| {at * 10}–{at * 10 + 10} % | {len(bin_)} | {said:.1%} | {came:.1%} |")


def gain_of(one: Forecast) -> float:
    """Return by how many bits the bot did better than counting."""
    return score(one.bot, one.outcome) - score(one.counted, one.outcome)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    measure(given.game, range(given.first, given.first + given.matches), given.jobs)


if __name__ == "__main__":
    main()
