"""Measures every registered game's rules: actions a second under random play, in one process.

    python bench/engines.py [--seconds 2] [--repeats 5] [--game KEY] [--options JSON]

For each game and several numbers of seats, CPU time only, medians:

* `actions/s`: list the legal actions, pick one at random, decide, fold the
  events; the shuffles of the committed stream included.
* `with views/s`: the same, and after every action the view of each seat and
  of the public as JSON text.
* `folds/s`: stored events a second, decoded from JSON and folded.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.engine.chance import Chance
from games.engine.codec import decode_event, encode_event
from games.engine.contract import Event, OptionError, Options, Rules
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.engine.plain import plain_text, read_plain
from games.engine.replay import fold
from games.engine.snapshot import snapshot
from games.engine.viewer import PUBLIC, Viewer
from games.registry import all_rules


def random_match(
    rules: Rules, options: Options, seats: int, number: int, views: bool = False
) -> tuple[int, list[Event]]:
    """Play one match at random; return how many actions it took, and all its events."""
    dice = random.Random(number)
    chance = Chance(number.to_bytes(32, "big"), rules.meta.key)
    viewers = [PUBLIC, *(Viewer(seat) for seat in range(seats))] if views else []
    events, state = start_match(rules, options, seats, chance)
    plies = 0
    while (seat := rules.to_act(state)) is not None:
        action = dice.choice(rules.legal_actions(state, seat))
        caused, state = play_action(rules, state, seat, action, chance)
        events += caused
        plies += 1
        for viewer in viewers:
            plain_text(snapshot(rules, state, plies, viewer))
    return plies, events


def rate(work: Callable[[int], int], seconds: float, repeats: int) -> float:
    """Return the median number of units a CPU second; `work(i)` does some and counts them."""
    rates = []
    for repeat in range(repeats):
        done, number, began = 0, repeat * 1_000_000, time.process_time()
        while (spent := time.process_time() - began) < seconds:
            number += 1
            done += work(number)
        rates.append(done / spent)
    return statistics.median(rates)


def fold_rate(rules: Rules, options: Options, seats: int, seconds: float, repeats: int) -> float:
    """Return how many stored events a CPU second are decoded and folded."""
    stored = [
        plain_text(
            [encode_event(event) for event in random_match(rules, options, seats, number)[1]]
        )
        for number in range(20)
    ]

    def refold(number: int) -> int:
        rows = read_plain(stored[number % len(stored)])
        fold(rules, [decode_event(rules, *row) for row in rows])
        return len(rows)

    return rate(refold, seconds, repeats)


def length_of(rules: Rules, options: Options, seats: int, *, viewed: bool) -> Callable[[int], int]:
    """Return what plays the n-th random match and tells how many actions it took."""
    return lambda n: random_match(rules, options, seats, n, viewed)[0]


def rows(keys: list[str], chosen: Options, seconds: float, repeats: int) -> Iterator[str]:
    """Yield the table's lines as they are measured."""
    yield "| game | seats | actions/s | with views/s | folds/s | actions a match |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for key in keys:
        rules = all_rules()[key]
        allowed = rules.meta.allowed_seats()
        for seats in sorted({allowed[0], 4, allowed[-1]} & set(allowed)):
            try:
                options = complete_options(rules.meta, seats, chosen)
            except OptionError:
                continue  # not with so many players
            plain = rate(length_of(rules, options, seats, viewed=False), seconds, repeats)
            viewed = rate(length_of(rules, options, seats, viewed=True), seconds, repeats)
            folds = fold_rate(rules, options, seats, seconds, repeats)
            length = statistics.mean(random_match(rules, options, seats, n)[0] for n in range(20))
            rates = f"{plain:,.0f} | {viewed:,.0f} | {folds:,.0f}"
            yield f"| {key} | {seats} | {rates} | {length:.0f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Actions a second of every registered game.")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds a measurement")
    parser.add_argument("--repeats", type=int, default=5, help="measurements a figure (median)")
    parser.add_argument("--game", choices=sorted(all_rules()), help="only this game")
    parser.add_argument("--options", type=json.loads, default={}, help="options as JSON")
    args = parser.parse_args()
    keys = [args.game] if args.game else list(all_rules())
    for line in rows(keys, args.options, args.seconds, args.repeats):
        print(line, flush=True)


if __name__ == "__main__":
    main()
