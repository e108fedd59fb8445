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


def test_what_is_sure_goes_where_it_is_known_to_be_wherever_a_view_put_it() -> None:
    memory = Memory(3)
    memory.learn(1, ["KH"])
    memory.pile = Counter(["AS"])
    found = Hidden({1: ("3S",), 2: ("AS",)}, {SHARED: ("4C", "KH")})
    dealt = deal_anew(found, memory, backwards)
    assert dealt.hands == {1: ("KH",), 2: ("4C",)}
    assert dealt.piles == {SHARED: ("AS", "3S")}


def test_what_is_believed_and_not_so_is_dealt_to_nobody() -> None:
    found = Hidden({1: ("AS",)}, {SHARED: ("4C",)})
    memory = Memory(2)
    memory.learn(1, ["9H"])
    memory.pile = Counter(["KD"])
    dealt = deal_anew(found, memory, backwards)
    assert (dealt.hands, dealt.piles) == ({1: ("AS",)}, {SHARED: ("4C",)})


def test_a_hand_known_to_hold_one_of_some_lots_holds_one() -> None:
    lots = (("6S", "7S"), ("3S", "9H"), ("3S", "4C", "5D"))
    found = Hidden(
        {1: ("KH", "KH"), 2: ("3S", "9H")}, {SHARED: ("4C", "5D", "5D")}, one_of={2: lots}
    )
    dealt = deal_anew(found, Memory(3), backwards)
    assert dealt.hands == {1: ("KH", "KH"), 2: ("9H", "3S")}
    assert dealt.piles == {SHARED: ("5D", "5D", "4C")}


def test_what_is_sure_counts_for_the_lot_that_a_hand_holds() -> None:
    memory = Memory(2)
    memory.learn(1, ["9H"])
    found = Hidden({1: ("9H", "3S")}, {SHARED: ("4C", "KH")}, one_of={1: [("4C", "9H")]})
    assert deal_anew(found, memory, backwards).hands == {1: ("9H", "4C")}


def test_a_deal_that_gives_such_a_lot_is_left_as_it_is() -> None:
    found = Hidden({1: ("3S", "4C")}, {SHARED: ("5D", "KH")})
    lots = Hidden(found.hands, found.piles, one_of={1: [("4C", "3S"), ("KH", "5D")]})
    dealt = [deal_anew(one, Memory(2), backwards) for one in (found, lots)]
    assert dealt[0].hands == dealt[1].hands == {1: ("KH", "5D")}
    assert dealt[0].piles == dealt[1].piles


def test_secrets_change_places_seat_by_seat() -> None:
    found = Hidden({}, {}, {2: "free", 1: "red_minister"}, {"free": "Free agent"})
    dealt = deal_anew(found, Memory(3), backwards)
    assert dealt.secrets == {1: "red_minister", 2: "free"}
    assert dealt.words == found.words
