"""How long a match that ended waits for its turning points. Run: python bench/waits.py.

    python bench/waits.py [--matches 24] [--every 60]

Starts a site of its own, in one process. People whose actions the club bot chooses play matches of
all games at full speed; one ends every `--every` seconds, as in a club with four tables a game.
Prints for each the seconds from its end to its turning points, and the share within two minutes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import host

TABLES = (
    ("deadline_99", 4),
    ("zombie_rummy", 2),
    ("death_frontline", 2),
    ("deadline_99", 6),
    ("zombie_rummy", 4),
    ("death_frontline", 4),
)
PROMISED = 120
PATIENCE = 1800


def play_to_end(game: str, users: Sequence[Any]) -> Any:
    """Play a match by the service that people's actions go through; return it, finished."""
    from games.engine.bot import BotDice
    from games.engine.botplay import bot_action
    from games.matches import store
    from games.matches.services.match_act import match_act

    match = host.running_match(list(users), game, turn_seconds=86400)
    bot = match.rules.bot_at("club")
    while match.to_act is not None:
        state = store.load_position(match).state
        dice = BotDice(b"waits", game, match.to_act, match.ply + 1)
        action = bot_action(match.rules, state, match.ply, match.to_act, bot, dice)
        match_act(
            code=match.code,
            user=users[match.to_act],
            action=action,
            version=match.version,
            action_id=f"waits-{match.ply}",
        )
        match.refresh_from_db()
    return match


def print_waits(matches: Sequence[Any]) -> None:
    """Print a row for each match, and a summary, as soon as all are analysed."""
    from replays.models import Analysis

    analyses = Analysis.objects.filter(match__in=matches).select_related("match")
    given_up = time.monotonic() + PATIENCE
    while analyses.exclude(state=Analysis.State.RUNNING).count() < len(matches):
        assert time.monotonic() < given_up, "some matches are still not analysed"
        time.sleep(1)
    found = []
    print("| game | seats | plies | CPU s | wait s |\n| --- | --- | --- | --- | --- |")
    for one in analyses.filter(finished_at__isnull=False).order_by("match__finished_at"):
        match, spent = one.match, one.spent_ms / 1000
        found.append((one.finished_at - match.finished_at).total_seconds())
        seats = match.seats.count()
        print(f"| {match.game} | {seats} | {match.ply} | {spent:.1f} | {found[-1]:.0f} |")
    within = sum(wait <= PROMISED for wait in found)
    print(f"{within} of {len(matches)} within {PROMISED} s;", end=" ")
    print(f"median {median(found):.0f} s, most {max(found):.0f} s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=24)
    parser.add_argument("--every", type=float, default=60, help="seconds between two ends")
    given = parser.parse_args()
    with host.site(), host.server():
        users, finished = host.people(6), []
        due = time.monotonic()
        for game, seats in islice(cycle(TABLES), given.matches):
            finished.append(play_to_end(game, users[:seats]))
            due += given.every
            time.sleep(max(0.0, due - time.monotonic()))
        print_waits(finished)


if __name__ == "__main__":
    main()
