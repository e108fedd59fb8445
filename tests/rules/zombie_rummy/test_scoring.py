"""Rules, "Round end": what tables and hands score."""

from __future__ import annotations

import pytest

from games.rules.zombie_rummy.scoring import Score, round_scores, table_score
from games.rules.zombie_rummy.state import LaidSet, Stack

from .positions import brain, device, horde, laid, locked, position, zombie

KIT = "truck key gas"


@pytest.mark.parametrize(
    ("stack", "points"),
    [
        (laid(1, "chair-1 chair-2 chair-3 chair-4"), 8),
        (laid(1, "chair-1 chair-1 shotgun-1"), 6),
        (laid(1, KIT), 3),
        (zombie(1, KIT), 6),
        (horde(1, KIT), 12),
        (brain(1), 5),
        (locked(1), 0),
        (device(1, "radio"), 2),
        (device(1, "barricade"), 2),
        (zombie(1), -5),
        (horde(1), -10),
        (zombie(1, "chair-1 chair-2 chair-3"), 6),
        (horde(1, "chair-1 chair-2 chair-3 chair-4"), 8),
        (Stack(1, brain=True, zombie=True, set=LaidSet("equipment", ("truck", "key", "gas"))), 11),
        (Stack(1, brain=True, zombie=True, gang=True), -5),
    ],
)
def test_what_a_stack_scores(stack: Stack, points: int) -> None:
    assert table_score([stack]).points == points


def test_a_score_tells_its_parts() -> None:
    table = [laid(1, "chair-1 chair-2 chair-3"), horde(2, KIT), locked(3), device(4, "radio")]
    assert table_score(table, ("zombie", "book")) == Score(
        weapons=6, equipment=12, brains=5, devices=2, zombies=-5, hand=-7
    )


def test_a_resigned_seat_scores_nothing() -> None:
    state = position("brain", "gas", "book", resigned=(False, True, False))
    assert [sum(score) for score in round_scores(state)] == [-5, 0, -2]
