"""How many minutes a match takes at a person's pace, by game, seats and length.

    python bench/lengths.py [--matches 40] [--game KEY] [--level club]

Bots play each match; an action takes the seconds that the game's pace gives its type
(`meta.duration.pace`). Prints the table of docs/lengths.md: the median, the middle 80 %, and the
minutes that belong into the game's `lengths.py`.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.engine.bot import LEVELS, BotDice
from games.engine.botplay import play_out
from games.engine.contract import Action, Options, Rules
from games.engine.options import complete_options, length_of
from games.registry import all_rules

LEVEL = "club"
EXACT_BELOW, STEP = 10, 5


@dataclass(frozen=True)
class Row:
    """One row of the table: times in minutes, `low` and `high` the 10th and 90th percentile."""

    median: float
    low: float
    high: float
    plies: float

    @property
    def told(self) -> int:
        """Return the minutes to tell people: whole below 10, else a multiple of 5."""
        if self.median < EXACT_BELOW - 0.5:
            return max(1, round(self.median))
        return STEP * round(self.median / STEP)


def minutes_at(pace: Mapping[str, int], actions: list[Action]) -> float:
    """Return how many minutes people take for the actions, at `pace` seconds for each type."""
    return sum(pace[action["type"]] for action in actions) / 60


def measure(rules: Rules, seats: int, options: Options, *, matches: int, level: str = LEVEL) -> Row:
    """Play that many matches among bots; the same arguments play the same matches."""
    pace = rules.meta.duration.pace or {}
    players = [rules.bot_at(level)] * seats
    minutes, plies = [], []
    for number in range(matches):
        seed = sha256(f"{rules.meta.key} {number}".encode()).digest()
        dice = partial(BotDice, seed, rules.meta.key)
        entries = play_out(rules, options, seed, players, dice).entries
        minutes.append(minutes_at(pace, [entry["action"] for entry in entries]))
        plies.append(len(entries))
    minutes.sort()
    return Row(
        statistics.median(minutes),
        minutes[matches // 10],
        minutes[matches * 9 // 10],
        statistics.median(plies),
    )


def rows(rules: Rules, matches: int, level: str) -> Iterator[str]:
    """Yield the game's lines of the table as they are measured."""
    meta = rules.meta
    for measured in meta.duration.measured:
        for seats in sorted(measured.minutes):
            options = complete_options(meta, seats, measured.options)
            length = length_of(meta, seats, options)
            row = measure(rules, seats, options, matches=matches, level=level)
            yield (
                f"| {meta.title} | {length.key if length else ''} | {_in_words(measured.options)}"
                f" | {seats} | {row.plies:.0f} | {row.median:.1f} | {row.low:.1f}–{row.high:.1f}"
                f" | {row.told} |"
            )


def _in_words(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in options.items())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Minutes a match at a person's pace.")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--game", choices=sorted(all_rules()), help="only this game")
    parser.add_argument("--level", choices=LEVELS, default=LEVEL, help="of the bots")
    args = parser.parse_args()
    print("| game | length | options | seats | plies | minutes | middle 80 % | told |")
    print("| --- | --- | --- | ---: | ---: | ---: | --- | ---: |")
    for rules in [all_rules()[args.game]] if args.game else all_rules().values():
        for line in rows(rules, args.matches, args.level):
            print(line, flush=True)


if __name__ == "__main__":
    main()
