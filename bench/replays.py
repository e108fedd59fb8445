"""Measures how long the server takes to show a ply of the longest golden match of each game.

    python bench/replays.py [--plies 12] [--game KEY]

For plies spread over the match, through all hands and through one seat's eyes: `cold` reads every
row and folds the match, `warm` finds its timeline in the process. Figures are milliseconds from
request to answer, database included: median and slowest, of the step that htmx asks for and of the
whole page; beside them the processor's time of this process alone, which a busy machine does not
lengthen. Works on a database of its own, in the tests' Postgres.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
STEP = {"HX-Request": "true"}


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plies", type=int, default=12)
    parser.add_argument("--game", default="")
    wanted = parser.parse_args()
    cluster = _cluster()
    try:
        with _database():
            _measure(wanted.plies, wanted.game)
    finally:
        cluster.stop()


def _cluster() -> Any:
    from config.database.exclusive import SharedInTurn

    cluster = SharedInTurn()
    cluster.start()
    os.environ |= {"DATABASE_URL": cluster.url, "LOCAL": "true"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    return cluster


def _database() -> Any:
    """Return a context in which the test database is there."""
    import contextlib

    import django

    django.setup()
    from django.db import connection
    from django.test.utils import (
        setup_databases,
        setup_test_environment,
        teardown_databases,
        teardown_test_environment,
    )

    @contextlib.contextmanager
    def made() -> Iterator[None]:
        setup_test_environment()
        connection.settings_dict["TEST"]["NAME"] = "bench_replays"
        old = setup_databases(verbosity=0, interactive=False)
        yield
        teardown_databases(old, verbosity=0)
        teardown_test_environment()

    return made()


def _measure(plies: int, only: str) -> None:
    from games.registry import all_rules

    heads = " ".join(f"{head:>8}" for head in ("median", "slowest", "cpu", "slowest"))
    print(f"{'game':<16} {'record':<14} {'plies':>5}  {'':<10} {heads}")
    for game in [only] if only else list(all_rules()):
        _measure_game(game, plies)


def _measure_game(game: str, plies: int) -> None:
    from tests.replays.factories import stored_match

    path = _longest(game)
    match = stored_match(game, path.stem, code=f"bench{len(game)}")
    chosen = sorted({round(match.ply * n / (plies - 1)) for n in range(plies)})
    urls = [f"/replays/{match.code}/?ply={ply}&as={eyes}" for ply in chosen for eyes in ("all", 0)]
    for name, cold, headers in (
        ("cold step", True, STEP), ("warm step", False, STEP), ("warm page", False, {}),
    ):  # fmt: skip
        times = [_one(url, cold, headers) for url in urls]
        wall, cpu = ([each[which] for each in times] for which in (0, 1))
        figures = (statistics.median(wall), max(wall), statistics.median(cpu), max(cpu))
        shown = " ".join(f"{figure:8.0f}" for figure in figures)
        print(f"{game:<16} {path.stem:<14} {match.ply:>5}  {name:<10} {shown}", flush=True)


def _longest(game: str) -> Path:
    """Return the golden record of a game with the most actions."""
    import json

    paths = (ROOT / "tests" / "golden" / game).glob("*.json")
    return max(paths, key=lambda path: len(json.loads(path.read_bytes()).get("actions", ())))


def _one(url: str, cold: bool, headers: dict[str, str]) -> tuple[float, float]:
    """Return the milliseconds that one request takes, and those of our own processor time."""
    from django.test import Client

    from games.matches import store
    from replays.selectors import TIMELINES

    if cold:
        TIMELINES.clear()
        store.POSITIONS.clear()
    began, worked = perf_counter(), process_time()
    answer = Client().get(url, headers=headers)
    took = (perf_counter() - began) * 1000, (process_time() - worked) * 1000
    assert answer.status_code == 200, answer.content
    return took


if __name__ == "__main__":
    main()
