"""What a seat is sure of in others' hands: cards taken face up, until they are seen to go."""

from __future__ import annotations

from collections import Counter

from games.engine.hidden import Memory
from games.rules.zombie_rummy import events as ev
from games.rules.zombie_rummy.hidden import recall


def test_a_nuke_has_left_the_hand_that_used_it_and_nothing_is_left_of_the_other() -> None:
    memory = Memory(3)
    memory.learn(0, ["nuke", "book"])
    memory.learn(1, ["key"])
    recall(memory, ev.SeatNuked(0, 1, table=(), hand=("key",)), 2)
    assert memory.hands == [Counter(["book"]), Counter(), Counter()]
