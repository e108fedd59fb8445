"""Spec: "A turn": what each card does."""

from __future__ import annotations

import pytest

from games.engine.chance import Chance
from games.rules.deadline_99.events import CardTaken, HandsSwapped, NothingTaken
from tests.rules.deadline_99.positions import SEED, act, after, operations, play, position

REST = "5C 6C 9C"


@pytest.mark.parametrize(("card", "rise"), [("3S", 3), ("4H", 4), ("5D", 5), ("6C", 6), ("9S", 9)])
def test_a_number_raises_the_count_by_itself(card: str, rise: int) -> None:
    assert after(position(f"{card} {REST}", REST, count=40), play(card)).count == 40 + rise


@pytest.mark.parametrize(("card", "change"), [("10S", 10), ("QS", 20)])
def test_a_ten_or_queen_raises_or_lowers_the_count_as_its_player_chooses(
    card: str, change: int
) -> None:
    state = position(f"{card} {REST}", REST, count=50)
    assert after(state, play(card, "+")).count == 50 + change
    assert after(state, play(card, "-")).count == 50 - change


def test_a_minus_stops_at_0_where_the_count_may_not_be_negative() -> None:
    assert after(position(f"QS {REST}", REST, count=7), play("QS", "-")).count == 0


def test_a_minus_goes_below_0_where_the_count_may_be_negative() -> None:
    state = position(f"QS {REST}", f"10H {REST}", count=7, allow_negative=True)
    assert after(state, play("QS", "-")).count == -13
    assert after(state, play("QS", "-"), play("10H", "-")).count == -23


@pytest.mark.parametrize("count", [-20, 0, 98, 99])
def test_a_king_makes_the_count_99(count: int) -> None:
    state = position(f"KS {REST}", REST, count=count, allow_negative=True)
    assert after(state, play("KS")).count == 99


@pytest.mark.parametrize("direction", [1, -1])
def test_an_ace_gives_the_next_turn_to_its_target_and_keeps_the_direction(direction: int) -> None:
    state = position(f"AS {REST}", REST, REST, REST, count=99, direction=direction)
    end = after(state, play("AS", target=2))
    assert (end.turn, end.direction, end.count) == (2, direction, 99)
    assert after(end, play("5C")).turn == 2 + direction


def test_an_eight_turns_the_direction_round() -> None:
    state = position(f"8S {REST}", REST, f"8H {REST}", count=50)
    end = after(state, play("8S"))
    assert (end.direction, end.turn, end.count) == (-1, 2, 50)
    assert after(end, play("8H")).turn == 0


def test_an_eight_among_two_passes_the_turn_to_the_other() -> None:
    assert after(position(f"8S {REST}", REST), play("8S")).turn == 1


def test_a_jack_takes_a_random_card_of_the_targets_hand_and_draws_none() -> None:
    state = position(f"JS {REST}", "3S 4S 10S", REST, count=99)
    events, end = act(state, play("JS", target=1))
    taken = ("3S", "4S", "10S")[Chance(SEED, "deadline_99").uniform(3)]
    assert events[-1] == CardTaken(seat=0, target=1, card=taken)
    assert sorted(end.hands[0]) == sorted([*REST.split(), taken])
    assert len(end.hands[1]) == 2
    assert end.draw_pile == state.draw_pile
    assert (end.count, end.turn) == (99, 1)


def test_a_jack_on_an_empty_hand_takes_nothing_and_rolls_no_die() -> None:
    state = position(f"JS {REST}", REST, "", count=99)
    events, end = act(state, play("JS", target=2))
    assert events[-1] == NothingTaken(seat=0, target=2)
    assert end.hands[0] == tuple(REST.split())
    assert operations(state, play("JS", target=2)) == 0


def test_a_jack_on_a_single_card_counts_as_a_random_operation() -> None:
    assert operations(position(f"JS {REST}", REST, "4S"), play("JS", target=2)) == 1


def test_a_seven_swaps_the_remaining_hands_and_draws_none() -> None:
    state = position("7S 3S 4S", "QH KH", REST, count=60)
    events, end = act(state, play("7S", target=1))
    assert events[-1] == HandsSwapped(0, 1, seat_hand=("QH", "KH"), target_hand=("3S", "4S"))
    assert end.hands[:2] == (("QH", "KH"), ("3S", "4S"))
    assert end.draw_pile == state.draw_pile
    assert (end.count, end.turn) == (60, 1)


def test_a_seven_as_the_last_card_hands_over_an_empty_hand() -> None:
    end = after(position("7S", REST, "QH KH"), play("7S", target=2))
    assert end.hands[0] == ("QH", "KH")
    assert end.hands[2] == ()


def test_the_angel_draws_two_cards() -> None:
    state = position(f"angel {REST}", REST, count=30, draw_pile="3S 4S 10S")
    end = after(state, play("angel"))
    assert end.hands[0] == ("4S", "5C", "6C", "9C", "10S")
    assert end.draw_pile == ("3S",)
    assert end.count == 30


def test_the_reaper_eliminates_its_player() -> None:
    state = position("reaper 3S", REST, REST, count=30, discard_pile="KH")
    end = after(state, play("reaper"))
    assert end.alive == (False, True, True)
    assert end.discard_pile == ("KH", "reaper", "3S")
    assert (end.count, end.turn) == (30, 1)
    assert end.draw_pile == state.draw_pile
