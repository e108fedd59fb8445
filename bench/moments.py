"""What the turning points of a match cost, and whether they hold. Run: python bench/moments.py.

    python bench/moments.py [--matches 8] [--level club] [--game KEY …] [--no-check]

Bots play matches of every game; each is analysed as after its end (`plan.QUICK`), one playout
after another in this process. For each game and number of seats, prints the CPU seconds of a match
(median, most), how many turning points it has, and how many of them hold: that many are found
again, in the same direction and at least half as wide, by 400 fresh playouts at both ends.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.engine.bot import BotDice
from games.engine.botplay import play_out
from games.engine.chance import Chance
from games.engine.contract import Options, Rules
from games.engine.holders import Holders
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.registry import current_rules

SEATS = {"deadline_99": (2, 4, 10), "death_frontline": (2, 4), "zombie_rummy": (2, 4, 6)}
FRESH = 400
LONG = 3600


def plies_of(rules: Rules, options: Options, seats: int, level: str, number: int) -> Iterator[Any]:
    """Yield the plies of a match that bots of a level play, as a timeline is folded from them."""
    from replays.timeline import PlyFacts

    seed = sha256(f"moments {rules.meta.key} {seats} {number}".encode()).digest()
    dice = partial(BotDice, seed, rules.meta.key)
    played = play_out(rules, options, seed, [rules.bot_at(level)] * seats, dice)
    chance = Chance(seed, rules.meta.key)
    events, state = start_match(rules, options, seats, chance)
    yield PlyFacts(None, None, "", 0, "", tuple(events))
    for entry in played.entries:
        events, state = play_action(rules, state, entry["seat"], entry["action"], chance)
        yield PlyFacts(entry["seat"], entry["action"], "", 0, "", tuple(events))


def work_of(rules: Rules, seats: int, level: str, number: int) -> Any:
    """Return the finished work on a match."""
    from games.matches.models import Match
    from replays.models import Analysis
    from replays.services.analysis_work import Work
    from replays.timeline import fold_timeline

    options = complete_options(rules.meta, seats, {})
    names = [str(seat) for seat in range(seats)]
    plies = plies_of(rules, options, seats, level, number)
    analysis = Analysis(match=Match(code=f"{number}"), kind=Analysis.Kind.TOLD)
    work = Work(analysis, fold_timeline(rules, options, Holders(tuple(names)), plies))
    work.go_on(monotonic() + LONG)
    return work


def holds(work: Any, swing: Any) -> bool:
    """Tell whether fresh playouts find a swing again."""
    before, after = (_fresh(work, point, swing.seat) for point in (swing.before, swing.after))
    change: float = after - before
    return change * swing.size > 0 and abs(change) >= abs(swing.size) / 2


def _fresh(work: Any, point: Any, seat: int) -> float:
    from replays.analysis.reckon import play_on

    if point.ply == work.timeline.last:
        return float(point.chance(seat))
    shares = play_on(work.timeline, "fresh", point.ply, range(FRESH), LONG).shares
    return sum(one[seat] for one in shares) / len(shares)


def row(works: Sequence[Any], *, checks: bool) -> str:
    """Return what one row of the table says of these matches."""
    from replays.analysis.plan import TURNS, swings

    spent = [work.spent_ms / 1000 for work in works]
    found = [(work, swing) for work in works for swing in swings(work.judged(), TURNS)]
    held = sum(holds(*one) for one in found) if checks else "–"
    plies = median(work.timeline.last for work in works)
    return f"{plies:.0f} | {median(spent):.1f} | {max(spent):.1f} | {len(found)} | {held}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--level", default="club")
    parser.add_argument("--game", nargs="*", default=list(SEATS))
    parser.add_argument("--no-check", action="store_true", help="leave out the fresh playouts")
    given = parser.parse_args()
    nowhere = {"DATABASE_URL": "postgres://nowhere/none", "BOT_PROCESSES": "0"}
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DEBUG": "1", **nowhere}
    import django

    django.setup()
    print("| game | seats | plies | CPU s a match: median | most | turning points | of them hold |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game in given.game:
        for seats in SEATS[game]:
            rules = current_rules(game)
            works = [work_of(rules, seats, given.level, one) for one in range(given.matches)]
            print(f"| {game} | {seats} | {row(works, checks=not given.no_check)} |", flush=True)


if __name__ == "__main__":
    main()
