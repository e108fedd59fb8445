"""Whether the demonstration's puzzles hold in fresh deals. Run: python bench/puzzles.py.

    python bench/puzzles.py [--puzzles 20] [--deals 100] [--level casual club novice]
                            [--game KEY …] [--seed 1]

Draws puzzles of each game, and plays their options on again in deals that the miner never saw,
under its two playout bots and under others. For each bot, prints in how many of them the answer
still leads, in how many it lags by more than two standard errors, and by how much it leads in the
mean, beside the lead that the puzzle tells (only of the miner's own bots).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.engine.contract import Action, JsonObject
from games.registry import all_rules
from replays.puzzles.mine import cut_record, data_file, read_matches
from replays.puzzles.sift import LEVELS, PLAYOUT_BOTS, Decision, decisions, lead_of


class Shipped(NamedTuple):
    """A puzzle of the demonstration, with its decision."""

    found: JsonObject
    decision: Decision

    @property
    def actions(self) -> list[Action]:
        """Return the answer and its rivals."""
        return [one["action"] for one in self.found["options"]]

    def said(self, level: str) -> float:
        """Return the lead over the second that the puzzle tells of one of the miner's bots."""
        bot = PLAYOUT_BOTS.index(level)
        best, *rivals = [one["chances"][bot][0] for one in self.found["options"]]
        return float(best - max(rivals))

    def fresh(self, level: str, deals: int) -> tuple[float, float]:
        """Return the least lead over a rival in fresh deals, and its standard error."""
        played = self.decision.play_on("bench", level, self.actions, range(deals))
        return min(lead_of(played, place) for place in range(1, len(self.actions)))


def shipped(game: str, most: int, dice: Random) -> Iterator[Shipped]:
    """Yield so many random puzzles of a game."""
    matches = read_matches(data_file(game))
    every = [(match, found) for match in matches for found in match["puzzles"]]
    for match, found in dice.sample(every, min(most, len(every))):
        record = cut_record(match)
        yield Shipped(found, next(one for one in decisions(record) if one.ply == found["ply"]))


def line_of(game: str, level: str, puzzles: Sequence[Shipped], deals: int) -> str:
    """Return what a bot says of some puzzles."""
    leads = [one.fresh(level, deals) for one in puzzles]
    holds = sum(lead > 0 for lead, _ in leads)
    fails = sum(lead < -2 * error for lead, error in leads)
    figures = f"{holds} of {len(leads)} lead, {fails} lag, mean {mean(one[0] for one in leads):.2f}"
    if level in PLAYOUT_BOTS:
        figures += f" (told: {mean(one.said(level) for one in puzzles):.2f})"
    return f"{game}, {level}: {figures}"


def main() -> None:
    """Print a line for each game and bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=20)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--level", nargs="*", default=[*PLAYOUT_BOTS, "novice"], choices=LEVELS)
    parser.add_argument("--game", nargs="*", default=list(all_rules()))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for game in asked.game:
        puzzles = list(shipped(game, asked.puzzles, Random(asked.seed)))
        for level in asked.level:
            print(line_of(game, level, puzzles, asked.deals), flush=True)


if __name__ == "__main__":
    main()
