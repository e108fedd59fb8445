"""How long a full replay of a ladder takes. Run: python bench/ratings.py [matches].

The goal of the spec (tournaments, section 8): 100 000 matches in under 5 s.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.ratings.log import LogRow, Team
from games.ratings.replay import replay


def log(matches: int, size: int) -> list[LogRow]:
    """Return a log of free-for-alls of one table size among 40 players."""
    rows = []
    for number in range(matches):
        first = number * 7 % 40
        teams = tuple(
            Team(((first + k * (1 + number % 3)) % 40 + 1,), (k * number) % size + 1)
            for k in range(size)
        )
        rows.append(LogRow(number, f"m{number:07}", number * 3600.0, "ffa", teams))
    return rows


def main() -> None:
    """Print the seconds for tables of two, four and ten."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for size in (2, 4, 10):
        rows = log(matches, size)
        began = perf_counter()
        replay(rows)
        print(f"{matches} matches of {size}: {perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main()
