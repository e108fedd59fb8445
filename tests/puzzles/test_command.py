"""The command, and the demonstration's puzzles."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.registry import all_rules
from replays.puzzles.demo import puzzles_steps
from replays.puzzles.mine import data_file, read_matches
from replays.puzzles.models import Puzzle
from replays.puzzles.positions import solver_seat, timeline_of
from replays.puzzles.selectors import daily_puzzle
from tests.replays.factories import stored_match

pytestmark = pytest.mark.django_db


def told(**options: object) -> str:
    out = StringIO()
    call_command("puzzles", stdout=out, **options)
    return out.getvalue()


def test_the_demonstration_has_the_puzzles_of_every_game_and_takes_them_once() -> None:
    steps = puzzles_steps()
    assert len(steps) == len(all_rules())
    for step in steps:
        step()
    assert puzzles_steps() == []
    assert daily_puzzle() is not None
    for game in all_rules():
        mined = sum(len(one["puzzles"]) for one in read_matches(data_file(game)))
        assert Puzzle.objects.filter(game=game).count() == mined
        assert told(game=game, load=True) == "ok 0 puzzles\n"
    for puzzle in Puzzle.objects.order_by("pk")[::10]:
        legal = puzzle.rules.legal_actions(
            timeline_of(puzzle).plies[-1].state, solver_seat(timeline_of(puzzle))
        )
        assert puzzle.answer in legal


def test_the_sites_own_matches_are_searched() -> None:
    match = stored_match()
    found = told(game="deadline_99", count=50, processes=1)
    assert found.startswith(f"match {match.code}: ")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(CommandError, match="no game chess"):
        told(game="chess")
