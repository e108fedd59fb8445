"""What an absent seat plays: the least risk, first the highest number that fits."""

from __future__ import annotations

import pytest

from games.rules.deadline_99 import RULES
from tests.rules.deadline_99.positions import play, position


@pytest.mark.parametrize(
    ("hand", "count", "expected"),
    [
        ("3S 9S KS", 50, play("9S")),
        ("3S 9S KS", 95, play("3S")),
        ("9S 3S", 90, play("9S")),
        ("10S 9S", 50, play("10S", "+")),
        ("10S KS", 95, play("10S", "-")),
        ("9S 8S 10S JS KS 7S", 95, play("8S")),
        ("9S JS KS", 95, play("JS", target=1)),
        ("9S AS KS", 95, play("AS", target=1)),
        ("9S KS 7S", 95, play("KS")),
        ("9S 7S", 95, play("7S", target=1)),
        ("3S 7S", 97, play("7S", target=1)),
        ("9S reaper", 95, play("9S")),
        ("9S reaper", 50, play("9S")),
        ("reaper", 50, play("reaper")),
    ],
)
def test_the_play_of_least_risk(hand: str, count: int, expected: dict[str, object]) -> None:
    assert RULES.default_action(position(hand, "5C", "5D", count=count), 0) == expected


def test_the_target_is_the_next_player_still_in() -> None:
    state = position("AS", "5C", "5D", "", out=[3], direction=-1, count=99)
    assert RULES.default_action(state, 0) == play("AS", target=2)
