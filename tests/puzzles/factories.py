"""Puzzles for tests: decisions of sample records, with an answer that is only said to be best."""

from __future__ import annotations

from typing import Any

from games.engine.contract import Action, JsonObject
from games.engine.record import Record
from games.matches.models import Match
from replays.puzzles.mine import cut_record
from replays.puzzles.models import Puzzle
from replays.puzzles.services import puzzles_add
from replays.puzzles.sift import Decision, decisions
from tests.replays.factories import sample

GAMES = ("deadline_99", "death_frontline", "zombie_rummy")


def mined_match(
    game: str = "deadline_99",
    number: int | str = 0,
    *,
    match: Any = 0,
    most: int = 1,
    first: int = 5,
) -> JsonObject:
    """Return a sample record as `mine.mined` would: with its first decisions from ply `first` on
    as puzzles, the answer of each the first of its actions."""
    record, _ = sample(game, number)
    source = source_of(record, match)
    found = [
        one for one in decisions(cut_record(source)) if one.ply >= first and len(one.actions()) > 1
    ]
    return {**source, "puzzles": [puzzle_of(one) for one in found[:most]]}


def source_of(record: Record, match: Any = 0) -> JsonObject:
    """Return a record as the miner takes it."""
    return {
        "match": match,
        "game": record.rules.meta.key,
        "rules": record.rules.meta.ruleset,
        "options": record.options,
        "seats": len(record.seats),
        "seed": record.seed.hex(),
        "actions": [[entry["seat"], entry["action"]] for entry in record.entries],
    }


def puzzle_of(decision: Decision) -> JsonObject:
    actions = decision.actions()[:3]
    options = [
        {"action": action, "chances": [[0.7 - 0.2 * place, 0.02], [0.6 - 0.2 * place, 0.03]]}
        for place, action in enumerate(actions)
    ]
    return {"ply": decision.ply, "options": options, "deals": 64, "miss": ["novice", "casual"]}


def a_puzzle(game: str = "deadline_99", number: int | str = 0, **changes: Any) -> Puzzle:
    """Store one puzzle; `source` is the match it is said to come from."""
    source: Match | None = changes.pop("source", None)
    match = source.code if source else 0
    known = set(Puzzle.objects.values_list("pk", flat=True))
    puzzles_add([mined_match(game, number, match=match, **changes)])
    return Puzzle.objects.exclude(pk__in=known).get()


def right_and_wrong(puzzle: Puzzle) -> tuple[Action, Action]:
    """Return the answer, and another action."""
    return puzzle.answer, puzzle.options[1]["action"]
