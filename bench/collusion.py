"""How often the collusion report is right: honest bots and colluding ones, over many matches.

Groups of bots play match after match in random seats, each with a manner of its own: a level, and
some with 15 % of random actions. In a group either all are honest, or two collude. Their partners'
hands are told to them; the site's bots can't collude. Scores of pairs are taken over 5, 10, 20 and
40 matches. Play first, as long as you like, then write the rates:

    python bench/collusion.py play deadline_99 --groups 40 --first 0 --out calibrate.jsonl
    python bench/collusion.py play deadline_99 --groups 40 --first 1000 --out fresh.jsonl
    python bench/collusion.py play deadline_99 --kind team --groups 8 --first 2000 --out fresh.jsonl
    python bench/collusion.py rates calibrate.jsonl --json games/rules/deadline_99/collusion.json
    python bench/collusion.py check fresh.jsonl --json games/rules/deadline_99/collusion.json

Groups are honest, or of a `--kind` of collusion; `check` writes what the report's page shows.
`docs/operating.md` has the results and the numbers of the groups.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.balance import wilson
from bench.colluders import FEUD, KINDS, Filter
from games.engine.bot import Dice, Observation
from games.engine.botplay import observed, remember
from games.engine.chance import Chance
from games.engine.collusion import Weight, hands_of, weigh
from games.engine.contract import Action, Options, Rules
from games.engine.hidden import Memory
from games.engine.match import play_action, start_match
from games.engine.options import complete_options
from games.registry import current_rules

Counted = dict[tuple[int, int], Weight]
Player = Callable[[Observation, Dice, Any], Action]
NOISE = 0.15
HONEST = "honest"
SPANS = (5, 10, 20, 40)
ODDS = (10, 20, 50, 100, 200, 500, 1000)
"""“Honest pairs reach this in 1 of …”."""
ALARM = 100
"""The rarest threshold that is checked on fresh matches: a game's, if fewer pairs were measured."""
CHECKED = (
    ("honest", "team"), ("beside", "team"), ("feud", "team"), ("soft", "team"), ("team", "team"),
    ("shy", "team"), ("feed", "team"), ("peek", "peek"),
)  # fmt: skip
"""Which pairs are checked, by which score."""


class Setting(NamedTuple):
    """What a game's groups play: numbers of seats in turn, options, levels, matches a group."""

    seats: tuple[int, ...]
    options: Options
    levels: tuple[str, ...]
    matches: int


SETTINGS = {
    "deadline_99": Setting((4, 3, 5), {}, ("novice", "casual", "club", "expert"), 40),
    "zombie_rummy": Setting(
        (4, 3), {"end": "rounds", "target": 3}, ("novice", "casual", "club"), 20
    ),
}


def honest(rules: Rules, level: str, noise: float) -> Player:
    """Return a bot of a level that now and then does anything legal."""
    bot = rules.bots[level]

    def choose(known: Observation, dice: Dice, state: Any) -> Action:
        return dice.choice(known.legal) if dice.random() < noise else bot.choose(known, dice)

    return choose


def colluding(own: Player, partner: int, allowed: Filter, part: float) -> Player:
    """Return the player with that part of its actions kept to what a colluder allows itself.

    A bot that searches on its own account may choose another one: then the like of it is played.
    """

    def choose(known: Observation, dice: Dice, state: Any) -> Action:
        hand = state.hands[partner] if dice.random() < part else ()
        legal = (allowed(known, partner, hand) if hand else []) or known.legal
        action = own(replace(known, legal=legal), dice, state)
        if action in legal:
            return action
        like = [one for one in legal if one["type"] == action["type"]]
        ends = [one for one in legal if one["type"] == "discard"]
        return dict(dice.choice(like or ends or legal))

    return choose


def play(rules: Rules, options: Options, players: Sequence[Player], label: str) -> Counted:
    """Play a match and return the weight of each seat's decisions for each other seat."""
    seats, chance = len(players), Chance(sha256(label.encode()).digest(), rules.meta.key)
    memories, found, ply = [Memory(seats) for _ in players], defaultdict(Weight), 0
    dice, imagining = Random(label), Random(f"{label} imagined")
    events, state = start_match(rules, options, seats, chance)
    while (seat := rules.to_act(state)) is not None:
        for number, memory in enumerate(memories):
            remember(rules, memory, events, number)
        known = observed(rules, state, ply, seat, memories[seat])
        action = players[seat](known, dice, state)
        weights = weigh(rules, known, action, hands_of(state, seat), imagining)
        for other, weight in weights.items():
            found[seat, other] = found[seat, other].plus(weight)
        events, state = play_action(rules, state, seat, action, chance)
        ply += 1
    return found


def play_group(game: str, kind: str, number: int, matches: int = 0) -> Iterator[dict[str, Any]]:
    """Yield each pair of a group with its weight, match by match; by default all its matches."""
    rules, setting, dice = current_rules(game), SETTINGS[game], Random(f"{game} {kind} {number}")
    seats = setting.seats[number % len(setting.seats)]
    options = complete_options(rules.meta, seats, dict(setting.options))
    manners = [(dice.choice(setting.levels), dice.choice((0.0, NOISE))) for _ in range(seats)]
    pairs: dict[tuple[int, int], list[Weight]] = {
        pair: [] for pair in combinations(range(seats), 2)
    }
    for match in range(matches or setting.matches):
        at = dice.sample(range(seats), seats)
        players = {at[one]: honest(rules, *manners[one]) for one in range(seats)}
        if kind != HONEST:
            for one in (0, 1):
                about = at[2] if kind == FEUD else at[1 - one]
                players[at[one]] = colluding(players[at[one]], about, *KINDS[game][kind])
        label = f"{game} {kind} {number} {match}"
        found = play(rules, options, [players[seat] for seat in range(seats)], label)
        for one, other in pairs:
            both = found[at[one], at[other]].plus(found[at[other], at[one]])
            pairs[one, other].append(both)
    for (one, other), weights in pairs.items():
        colludes = kind != HONEST and (one, other) == (0, 1)
        yield {
            "group": number,
            "seats": seats,
            "kind": kind if colludes else HONEST,
            "beside": kind != HONEST and not colludes,
            "manners": [manners[one], manners[other]],
            "matches": weights,
        }


# Scores and rates


def scores(rows: Sequence[Mapping[str, Any]], span: int, name: str) -> list[float]:
    """Return the scores of pairs over `span` matches, each match counted once."""
    found = []
    for row in rows:
        weights = [Weight(*one) for one in row["matches"]]
        for start in range(0, len(weights) - span + 1, span):
            total = Weight()
            for one in weights[start : start + span]:
                total = total.plus(one)
            found.append(getattr(total, f"{name}_score"))
    return found


def rates_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[list[float]]]:
    """Return by score the thresholds that honest pairs reach in 1 of each of ODDS.

    Pairs over all spans count together, and a threshold needs five scores above it.
    """
    found = {}
    for name in ("team", "peek"):
        known = sorted((s for span in SPANS for s in scores(rows, span, name)), reverse=True)
        found[name] = [
            [odds, round(known[len(known) // odds], 2)] for odds in ODDS if len(known) >= 5 * odds
        ]
    return found


def checked(
    rows: Sequence[Mapping[str, Any]], rates: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield by kind which part of the pairs reach the alarm, with bounds, by number of matches."""
    for kind, name in CHECKED:
        some = [row for row in rows if ("beside" if row["beside"] else row["kind"]) == kind]
        least = dict(rates[name])[rates["alarm"]]
        found = {span: scores(some, span, name) for span in SPANS}
        shares = {
            span: [round(part, 4) for part in share_above(each, least)]
            for span, each in found.items()
            if each
        }
        counts = {span: len(each) for span, each in found.items() if each}
        if shares:
            yield {"kind": kind, "score": name, "shares": shares, "pairs": counts}


def share_above(found: Sequence[float], least: float) -> tuple[float, float, float]:
    """Return the part of scores from `least` on, and the bounds that hold 95 %."""
    hits = sum(score >= least for score in found)
    low, high = wilson(hits, len(found))
    return hits / len(found), max(0.0, low), high


def print_checked(lines: Sequence[Mapping[str, Any]]) -> None:
    """Print what `checked` yields as Markdown."""
    spans = [span for span in SPANS if any(span in line["shares"] for line in lines)]
    print("| pairs | score | " + " | ".join(f"{span} matches" for span in spans) + " |")
    print("| --- | --- |" + " ---: |" * len(spans))
    for line in lines:
        cells = [_cell(*line["shares"][span], line["pairs"][span]) for span in spans]
        print(f"| {line['kind']} | {line['score']} | " + " | ".join(cells) + " |")


def _cell(share: float, low: float, high: float, pairs: int) -> str:
    return f"{share:.1%} ({low:.1%} … {high:.1%}) of {pairs}"


def read(paths: Sequence[Path]) -> list[dict[str, Any]]:
    """Return the rows of files that `play` wrote."""
    return [json.loads(line) for path in paths for line in path.read_text().splitlines()]


def arguments() -> argparse.Namespace:
    """Return the command line's arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    playing = verbs.add_parser("play")
    playing.add_argument("game", choices=SETTINGS)
    playing.add_argument("--kind", default=HONEST)
    playing.add_argument("--groups", type=int, default=20)
    playing.add_argument("--first", type=int, default=0, help="number of the first group")
    playing.add_argument("--out", type=Path, required=True, help="a file to append to")
    rating = verbs.add_parser("rates")
    rating.add_argument("files", type=Path, nargs="+")
    rating.add_argument("--json", type=Path)
    checking = verbs.add_parser("check")
    checking.add_argument("files", type=Path, nargs="+")
    checking.add_argument("--json", type=Path, required=True, help="the game's collusion.json")
    return parser.parse_args()


def main() -> None:
    """Play, or read what was played."""
    asked = arguments()
    if asked.verb == "play":
        with asked.out.open("a") as file:
            for number in range(asked.first, asked.first + asked.groups):
                for row in play_group(asked.game, asked.kind, number):
                    print(json.dumps(row), file=file, flush=True)
        return
    rows = read(asked.files)
    if asked.verb == "rates":
        rates: dict[str, Any] = dict(rates_of([row for row in rows if row["kind"] == HONEST]))
        rates["alarm"] = max(odds for odds, _ in rates["team"] if odds <= ALARM)
        print(rates)
        known = {"checked": []}
    else:
        rates = json.loads(asked.json.read_text())
        known = {"checked": list(checked(rows, rates))}
        print_checked(known["checked"])
    if asked.json:
        asked.json.write_text(json.dumps(rates | known, indent=1) + "\n")


if __name__ == "__main__":
    main()
