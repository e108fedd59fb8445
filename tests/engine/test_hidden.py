"""Dealing anew: what is sure stays, the rest comes from what is hidden, and from nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine.hidden import SHARED, Hidden, Memory, deal_anew


def backwards(cards: Sequence[str]) -> list[str]:
    """Return what is to be shuffled in an order that can be foretold."""
    return list(reversed(cards))


def test_what_is_sure_stays_and_the_rest_is_dealt_to_hands_and_pile() -> None:
    found = Hidden({2: ("3S",), 1: ("AS", "KH")}, {SHARED: ("4C", "5D", "5D")})
    memory = Memory(3)
    memory.learn(1, ["KH"])
    memory.pile = Counter(["5D"])
    dealt = deal_anew(found, memory, backwards)
    assert dealt.hands == {1: ("KH", "AS"), 2: ("5D",)}
    assert dealt.piles == {SHARED: ("5D", "4C", "3S")}


def test_what_is_believed_and_not_so_is_dealt_to_nobody() -> None:
    found = Hidden({1: ("AS",)}, {SHARED: ("4C",)})
    memory = Memory(2)
    memory.learn(1, ["9H"])
    memory.pile = Counter(["KD"])
    dealt = deal_anew(found, memory, backwards)
    assert (dealt.hands, dealt.piles) == ({1: ("AS",)}, {SHARED: ("4C",)})


def test_secrets_change_places_seat_by_seat() -> None:
    found = Hidden({}, {}, {2: "free", 1: "red_minister"}, {"free": "Free agent"})
    dealt = deal_anew(found, Memory(3), backwards)
    assert dealt.secrets == {1: "red_minister", 2: "free"}
    assert dealt.words == found.words
