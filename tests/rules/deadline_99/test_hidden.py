"""What a seat is sure of in others' hands: a jack, a seven, a card laid open, a player gone."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.contract import Event
from games.engine.hidden import Memory
from games.rules.deadline_99 import events as ev
from games.rules.deadline_99.hidden import recall

TAKER, LOSER, ONLOOKER = 0, 1, 2
JACK = ev.CardTaken(TAKER, LOSER, "5H")
OUT = (
    ev.Eliminated(LOSER, reason="over", hand=("5H",), turn=TAKER),
    ev.Resigned(LOSER, hand=("5H",), turn=TAKER),
)
SEVEN = ev.HandsSwapped(TAKER, LOSER, seat_hand=("3S", "KD"), target_hand=("8C",))


def remembers(seat: int, *events: Event, sure: dict[int, list[str]]) -> dict[int, Counter[str]]:
    """Return the hands in which `seat`, which was `sure` of these cards, is sure of any then."""
    memory = Memory(3)
    for owner, cards in sure.items():
        memory.learn(owner, cards)
    for event in events:
        recall(memory, event, seat)
    return {owner: cards for owner, cards in enumerate(memory.hands) if cards}


def test_whoever_loses_a_card_to_a_jack_knows_who_holds_it() -> None:
    assert remembers(LOSER, JACK, sure={}) == {TAKER: Counter(["5H"])}


def test_whoever_takes_a_card_no_longer_finds_it_where_it_was() -> None:
    assert remembers(TAKER, JACK, sure={LOSER: ["5H", "6H"]}) == {LOSER: Counter(["6H"])}


def test_an_onlooker_of_a_jack_is_sure_of_nothing_that_may_have_gone() -> None:
    sure = {LOSER: ["5H", "6H", "6H"]}
    assert remembers(ONLOOKER, JACK, sure=sure) == {LOSER: Counter(["6H"])}


def test_both_who_swap_know_what_they_gave_away_and_no_more() -> None:
    assert remembers(TAKER, SEVEN, sure={LOSER: ["KD"]}) == {LOSER: Counter(["8C"])}
    assert remembers(LOSER, SEVEN, sure={TAKER: ["8C"]}) == {TAKER: Counter(["3S", "KD"])}


def test_what_an_onlooker_knows_of_a_hand_goes_with_it() -> None:
    sure = {TAKER: ["8C"], LOSER: ["KD"]}
    assert remembers(ONLOOKER, SEVEN, sure=sure) == {TAKER: Counter(["KD"]), LOSER: Counter(["8C"])}


def test_a_reshuffled_pile_is_known_but_for_what_was_drawn_from_it() -> None:
    memory = Memory(3)
    recall(memory, ev.PileReshuffled(("5H", "5H", "KD", "3S")), TAKER)
    recall(memory, ev.CardsDrawn(TAKER, ("3S",)), TAKER)
    assert memory.pile == Counter(["5H", "5H", "KD"])
    recall(memory, ev.CardsDrawn(LOSER, ("KD",)), TAKER)
    assert memory.pile == Counter(["5H"]), "of what was drawn unseen any card may be gone"


@pytest.mark.parametrize("gone", OUT)
def test_of_who_is_out_nothing_is_known(gone: Event) -> None:
    assert remembers(ONLOOKER, gone, sure={LOSER: ["5H"]}) == {}


def test_jacks_late_aces_and_sevens_that_cost_cards_are_noted_as_attacks() -> None:
    def notes(*events: Event) -> list[object]:
        memory = Memory(3)
        for event in events:
            recall(memory, event, ONLOOKER)
        return memory.notes

    def aimed(card: str, count: int) -> Event:
        return ev.CardPlayed(TAKER, card, None, LOSER, count, count, 1, LOSER)

    assert notes(aimed("JS", 10), aimed("AS", 80)) == [(TAKER, LOSER)] * 2
    assert notes(aimed("AS", 79), aimed("7S", 99)) == []
    assert notes(ev.HandsSwapped(TAKER, LOSER, ("8C",), ("3S", "KD"))) == []
    assert notes(SEVEN) == [(TAKER, LOSER)]
