"""Mine matches for puzzles, a process per core. Imports no Django models.

A match is a record cut off after its last puzzle. Bots' matches come from seeds of their own, on
which no bot was tuned; the same game and number always give the same puzzles.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from hashlib import sha256
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from games.engine.bot import BotDice
from games.engine.botplay import play_out
from games.engine.contract import JsonObject, Options
from games.engine.options import complete_options, length_options
from games.engine.record import Record
from games.registry import current_rules, rules_of
from replays.puzzles.sift import found_in

DATA = Path(__file__).parent / "data"
SEEDS = "shipped puzzles"
"""What the seeds of bots' matches begin with: nothing was tuned on these matches."""
SHORT: Mapping[str, Options] = {"zombie_rummy": {"end": "rounds", "target": 1}}
"""Options that end bots' matches sooner than the quick length: of one round, playouts are short."""
MOST_SEATS = 4
MOST_PLIES = 600
"""A longer match takes too long to rebuild for every page."""
LEVELS: Mapping[str, Sequence[str]] = {"death_frontline": ("casual", "club")}
"""Who plays bots' matches: there an expert takes longer to play one than to sift it."""
USUAL_LEVELS = ("casual", "club", "expert")


def cut_record(source: JsonObject) -> Record:
    """Return the record of a mined match, or of a puzzle: without names, chain and result."""
    return Record(
        match="0",
        rules=rules_of(source["game"], source["rules"]),
        options=source["options"],
        seats=("",) * source["seats"],
        seed=bytes.fromhex(source["seed"]),
        fairness=None,
        entries=tuple({"seat": seat, "action": action} for seat, action in source["actions"]),
        result=None,
        head="",
    )


def bots_match(game: str, number: int) -> JsonObject:
    """Let bots play the match of that number, and return it as `mined` takes it."""
    rules, dice = current_rules(game), Random(f"{SEEDS} {game} {number}")
    meta = rules.meta
    seats = dice.choice([one for one in meta.allowed_seats() if one <= MOST_SEATS])
    short = length_options(meta, seats, "quick") | SHORT.get(game, {})
    options = complete_options(meta, seats, short)
    levels = LEVELS.get(game, USUAL_LEVELS)
    bots = [rules.bot_at(dice.choice(levels)) for _ in range(seats)]
    seed = sha256(f"{SEEDS} {game} {number}".encode()).digest()

    def dice_of(seat: int, ply: int) -> BotDice:
        return BotDice(seed, game, seat, ply)

    played = play_out(rules, options, seed, bots, dice_of)
    return {
        "match": number,
        "game": game,
        "rules": meta.ruleset,
        "options": options,
        "seats": seats,
        "seed": seed.hex(),
        "actions": [[entry["seat"], entry["action"]] for entry in played.entries],
    }


def mined(source: JsonObject) -> JsonObject:
    """Return a match with its "puzzles", cut off after the last of them."""
    if len(source["actions"]) > MOST_PLIES:
        return {**source, "actions": [], "puzzles": []}
    label = f"{source['game']} {source['seed']}"
    puzzles = list(found_in(cut_record(source), label))
    end = puzzles[-1]["ply"] if puzzles else 0
    return {**source, "actions": source["actions"][:end], "puzzles": puzzles}


def mined_bots_match(game: str, number: int) -> JsonObject:
    """Play the match of that number, and mine it."""
    return mined(bots_match(game, number))


def mine(jobs: Iterable[tuple[Any, ...]], work: Any, processes: int) -> Iterator[JsonObject]:
    """Yield the results of `work` on every job, in order.

    Two jobs for each process wait or run, so a caller that stops wastes no more. A process begins
    afresh, without the caller's database connection.
    """
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        waiting: list[Future[JsonObject]] = []
        for job in jobs:
            waiting.append(pool.submit(work, *job))
            if len(waiting) >= 2 * processes:
                yield waiting.pop(0).result()
        for one in waiting:
            yield one.result()


def data_file(game: str) -> Path:
    """Return the file with the demonstration's puzzles of a game."""
    return DATA / f"{game}.jsonl.gz"


def read_matches(path: Path) -> list[JsonObject]:
    """Return the mined matches of a file; none if it doesn't exist."""
    if not path.exists():
        return []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write_matches(path: Path, matches: Iterable[JsonObject]) -> None:
    """Replace a file, whole or not at all; the same matches give the same bytes."""
    text = "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in matches)
    part = path.with_suffix(".part")
    part.write_bytes(gzip.compress(text.encode(), mtime=0))
    os.replace(part, path)


def go_on(path: Path, game: str, wanted: int, processes: int) -> Iterator[tuple[int, int]]:
    """Mine bots' matches into a file until it has so many puzzles; yield (match, puzzles so far).

    Goes on after the last match in the file, however often it was interrupted: the last line may
    be of a match without puzzles.
    """
    matches = read_matches(path)
    total = sum(len(one["puzzles"]) for one in matches)
    first = matches[-1]["match"] + 1 if matches else 0
    if total >= wanted:
        return
    for one in mine(((game, number) for number in count(first)), mined_bots_match, processes):
        total += len(one["puzzles"])
        if matches and not matches[-1]["puzzles"]:
            matches.pop()
        matches.append(one if one["puzzles"] else {"match": one["match"], "puzzles": []})
        write_matches(path, matches)
        yield one["match"], total
        if total >= wanted:
            return
