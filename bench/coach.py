"""How long a beaten newcomer waits for the coach, and what it tells. Run: python bench/coach.py.

    python bench/coach.py [--matches 12]

Starts a site of its own, in one process. Somebody whose actions the novice bot chooses plays
against experts, one match after the other, all games in turn. Prints for each that they lost the
decisions told, the CPU time and the seconds from its end, and how many were told two decisions.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import host

TABLES = (("deadline_99", 3), ("zombie_rummy", 1), ("death_frontline", 1))
"""Each game, and how many experts sit there."""
PATIENCE = 600
MOST_TOLD = 2
LINE = "| {} | {} | {} | {:.1f} | {:.0f} |"


class Lost(NamedTuple):
    """A lost match: how many decisions are told, the CPU seconds, and those from its end."""

    told: int
    spent: float
    wait: float


def play_to_end(game: str, user: Any, experts: int) -> Any:
    """Play a match as the novice bot would, by the service for people's actions; return it."""
    from games.engine.bot import BotDice
    from games.engine.botplay import bot_action
    from games.matches import store
    from games.matches.models import Match
    from games.matches.services.match_act import match_act

    match = host.running_match([user], game, bots=["expert"] * experts, turn_seconds=86400)
    seat = match.seats.get(user=user).number
    novice = match.rules.bot_at("novice")
    while match.status == Match.Status.RUNNING:
        if match.to_act == seat:
            state = store.load_position(match).state
            dice = BotDice(match.code.encode(), game, seat, match.ply + 1)
            action = bot_action(match.rules, state, match.ply, seat, novice, dice)
            told = {"version": match.version, "action_id": f"coach-{match.ply}"}
            match_act(code=match.code, user=user, action=action, **told)
        else:
            time.sleep(0.05)
        match.refresh_from_db()
    return match


def wait_for_coach(match: Any, user: Any) -> Lost:
    """Wait until the coach has gone through a match, and return what it told its loser."""
    from games.matches.access import access_match
    from replays.coached import ending_costs
    from replays.models import Analysis

    given_up = time.monotonic() + PATIENCE
    while (analysis := Analysis.objects.get(match=match)).state == Analysis.State.RUNNING:
        assert time.monotonic() < given_up, "the coach is still at it"
        time.sleep(0.5)
    assert analysis.finished_at is not None, "the coach failed"
    costs = ending_costs(access_match(user, match.code))["costs"]
    pairs = analysis.plies.filter(compared__isnull=False).values_list("compared", flat=True)
    compared = sum(s["spent_ms"] for one in pairs for s in one["samples"].values())
    wait = (analysis.finished_at - match.finished_at).total_seconds()
    return Lost(len(costs["found"]), (analysis.spent_ms + compared) / 1000, wait)


def summary(lost: Sequence[Lost]) -> str:
    """Return how many were told how much, and how long they waited."""
    told = Counter(one.told for one in lost)
    counts = ", ".join(f"{told[count]} told {count}" for count in range(MOST_TOLD, -1, -1))
    waits = [one.wait for one in lost]
    return (
        f"{len(lost)} lost: {counts}; wait: median {median(waits):.0f} s, most {max(waits):.0f} s"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=12, help="lost ones")
    given = parser.parse_args()
    with host.site(), host.server(BOT_PAUSE_MS="0"):
        [user], lost = host.people(1), []
        print("| game | plies | decisions told | CPU s | wait s |\n| --- | --- | --- | --- | --- |")
        tables = cycle(TABLES)
        while len(lost) < given.matches:
            game, experts = next(tables)
            match = play_to_end(game, user, experts)
            if match.seats.get(user=user).rank == 1:
                continue
            found = wait_for_coach(match, user)
            lost.append(found)
            print(LINE.format(game, match.ply, found.told, found.spent, found.wait), flush=True)
        print(summary(lost))


if __name__ == "__main__":
    main()
