"""The demonstration's puzzles: mined from bots' matches, in files beside this one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.db import transaction

from games.registry import all_rules
from replays.puzzles.mine import data_file, read_matches
from replays.puzzles.models import Puzzle
from replays.puzzles.services import daily_choose, puzzles_add


def puzzles_steps() -> list[Callable[[], object]]:
    """Return a step for each game that has a file and no puzzles yet."""
    there = set(Puzzle.objects.values_list("game", flat=True).distinct())
    return [
        partial(_load, game)
        for game in all_rules()
        if game not in there and data_file(game).exists()
    ]


@transaction.atomic
def _load(game: str) -> None:
    puzzles_add(read_matches(data_file(game)))
    daily_choose()
