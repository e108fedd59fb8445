"""What the turning points of a match cost, and whether they hold. Run: python bench/moments.py.

    python bench/moments.py [--matches 8] [--level club]

Bots play matches of every game; each is analysed as after its end (`plan.QUICK`), one playout
after another in this process. For each game and number of seats, prints the CPU seconds of a match
(median, most), how many turning points it has, and how many of them hold: that many are found
again, in the same direction and at least half as wide, by 400 fresh playouts at both ends.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "BOT_PROCESSES": "0"}
os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("DATABASE_URL", "postgres://nowhere/none")  # nothing is read or stored

import django

django.setup()

from games.engine.bot import BotDice
from games.engine.botplay import play_out
from games.engine.chance import Chance
from games.engine.contract import Rules
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.matches.models import Match
from games.registry import current_rules
from replays.analysis import plan, reckon
from replays.models import Analysis
from replays.services.analysis import Work
from replays.timeline import PlyFacts, Timeline, fold_timeline

SEATS = {"deadline_99": (2, 4, 10), "death_frontline": (2, 4), "zombie_rummy": (2, 4, 6)}
FRESH = 400


def timeline_of(rules: Rules, seats: int, level: str, number: int) -> Timeline:
    """Return a match that bots of a level played."""
    key, options = rules.meta.key, complete_options(rules.meta, seats, {})
    seed = sha256(f"moments {key} {seats} {number}".encode()).digest()
    played = play_out(rules, options, seed, [rules.bot_at(level)] * seats, partial(BotDice, seed, key))
    return fold_timeline(rules, options, [f"{n}" for n in range(seats)], _plies(rules, seats, seed, played.entries))


def _plies(rules: Rules, seats: int, seed: bytes, entries) -> Iterator[PlyFacts]:
    chance = Chance(seed, rules.meta.key)
    options = complete_options(rules.meta, seats, {})
    events, state = start_match(rules, options, seats, chance)
    yield PlyFacts(None, None, "", 0, "", tuple(events))
    for entry in entries:
        events, state = play_action(rules, state, entry["seat"], entry["action"], chance)
        yield PlyFacts(entry["seat"], entry["action"], "", 0, "", tuple(events))


def holds(timeline: Timeline, swing: plan.Swing) -> bool:
    """Tell whether fresh playouts find a swing again."""
    chances = [_fresh(timeline, point, swing.seat) for point in (swing.before, swing.after)]
    change = chances[1] - chances[0]
    return change * swing.size > 0 and abs(change) >= abs(swing.size) / 2


def _fresh(timeline: Timeline, point: plan.Point, seat: int) -> float:
    if point.ply == timeline.last:
        return point.chance(seat)
    shares = reckon.play_on(timeline, "fresh", point.ply, range(FRESH), 600).shares
    return sum(one[seat] for one in shares) / len(shares)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--level", default="club")
    parser.add_argument("--game", nargs="*", default=list(SEATS))
    parser.add_argument("--no-check", action="store_true", help="leave out the fresh playouts")
    given = parser.parse_args()
    print("| game | seats | plies | CPU s a match: median | most | turning points | of them hold |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game in given.game:
        for seats in SEATS[game]:
            spent, plies, found, held = [], [], 0, 0
            for number in range(given.matches):
                timeline = timeline_of(current_rules(game), seats, given.level, number)
                work = Work(Analysis(match=Match(code=f"{number}"), kind=Analysis.Kind.TOLD), timeline)
                work.go_on(600)
                spent.append(work.spent_ms / 1000)
                plies.append(timeline.last)
                turns = plan.swings(work.judged(), plan.TURNS)
                found += len(turns)
                held += 0 if given.no_check else sum(holds(timeline, swing) for swing in turns)
            kept = "–" if given.no_check else str(held)
            figures = f"{median(spent):.1f} | {max(spent):.1f} | {found} | {kept}"
            print(f"| {game} | {seats} | {median(plies):.0f} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
