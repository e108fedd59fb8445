"""Spec: "A turn", "Over 99", "Drawing", "Empty hand", "Whose turn"."""

from __future__ import annotations

import pytest

from games.engine.chance import Chance
from games.engine.contract import Action
from games.rules.deadline_99.events import (
    CardPlayedOver,
    CardsDrawn,
    Eliminated,
    PileReshuffled,
)
from tests.rules.deadline_99.positions import SEED, act, after, operations, play, position

REST = "5C 6C 9C"


def test_the_card_goes_on_top_of_the_discard_pile_and_one_is_drawn_from_the_top() -> None:
    state = position(f"3S {REST}", REST, draw_pile="4S 10S", discard_pile="KH")
    end = after(state, play("3S"))
    assert end.discard_pile == ("KH", "3S")
    assert end.draw_pile == ("4S",)
    assert end.hands[0] == ("5C", "6C", "9C", "10S")
    assert end.plays == 1


@pytest.mark.parametrize(
    "action",
    [
        play("3S"),
        play("10S", "+"),
        play("10S", "-"),
        play("QS", "+"),
        play("QS", "-"),
        play("KS"),
        play("8S"),
        play("AS", target=1),
    ],
)
def test_after_a_card_that_says_nothing_of_drawing_its_player_draws_one(action: Action) -> None:
    hand = f"{action['card']} {REST}"
    end = after(position(hand, REST, REST, draw_pile="4S 4H"), action)
    assert end.hands[0] == ("4H", "5C", "6C", "9C")
    assert end.draw_pile == ("4S",)


@pytest.mark.parametrize("action", [play("9S"), play("10S", "+"), play("QS", "+")])
def test_who_would_take_the_count_over_99_is_out(action: dict[str, str]) -> None:
    state = position(f"9S 10S QS {REST}", REST, REST, count=95, discard_pile="KH")
    events, end = act(state, action)
    played, out = events
    assert isinstance(played, CardPlayedOver)
    assert isinstance(out, Eliminated)
    assert end.alive == (False, True, True)
    assert (end.count, end.turn) == (95, 1)
    assert end.hands[0] == ()
    assert end.draw_pile == state.draw_pile


def test_the_hand_of_who_goes_out_follows_the_played_card_in_canonical_order() -> None:
    state = position("9S KD 3C 3S", REST, REST, count=95, discard_pile="KH")
    assert after(state, play("9S")).discard_pile == ("KH", "9S", "3S", "3C", "KD")


def test_exactly_99_is_not_over() -> None:
    end = after(position(f"9S {REST}", REST, count=90), play("9S"))
    assert (end.count, end.alive) == (99, (True, True))


def test_a_card_that_goes_over_may_be_played_though_another_fits() -> None:
    assert after(position("9S KS", REST, REST, count=95), play("9S")).alive[0] is False


def test_when_the_draw_pile_is_empty_the_discard_pile_is_shuffled_the_played_card_included() -> (
    None
):
    state = position(f"3S {REST}", REST, draw_pile="", discard_pile="KH KD")
    events, end = act(state, play("3S"))
    fresh = tuple(Chance(SEED, "deadline_99").shuffle(["KH", "KD", "3S"]))
    assert events[1:] == [PileReshuffled(fresh), CardsDrawn(0, fresh[-1:])]
    assert end.draw_pile == fresh[:-1]
    assert end.discard_pile == ()


def test_the_last_card_of_the_draw_pile_is_drawn_without_a_reshuffle() -> None:
    state = position(f"3S {REST}", REST, draw_pile="4S", discard_pile="KH")
    assert operations(state, play("3S")) == 0
    assert after(state, play("3S")).draw_pile == ()


def test_a_reshuffle_may_come_between_the_angels_two_cards() -> None:
    state = position(f"angel {REST}", REST, draw_pile="4S", discard_pile="KH KD")
    events, end = act(state, play("angel"))
    fresh = tuple(Chance(SEED, "deadline_99").shuffle(["KH", "KD", "angel"]))
    assert events[1:] == [CardsDrawn(0, ("4S",)), PileReshuffled(fresh), CardsDrawn(0, fresh[-1:])]
    assert len(end.hands[0]) == 5


def test_when_both_piles_are_empty_nothing_is_drawn_and_nothing_is_shuffled() -> None:
    state = position(f"angel {REST}", REST, draw_pile="", discard_pile="")
    end = after(state, play("angel"))
    assert "angel" in end.hands[0]
    assert (end.draw_pile, end.discard_pile) == ((), ())
    assert operations(state, play("angel")) == 1


def test_a_player_without_cards_is_out_when_their_turn_begins() -> None:
    end = after(position(f"3S {REST}", "", REST), play("3S"))
    assert end.alive == (True, False, True)
    assert end.turn == 2


def test_several_empty_hands_in_a_row_go_out_in_the_direction_of_play() -> None:
    state = position(f"8S {REST}", REST, "", "")
    end = after(state, play("8S"))
    assert end.eliminated == (3, 2)
    assert (end.turn, end.direction) == (1, -1)


def test_an_empty_hand_goes_out_only_when_its_turn_begins() -> None:
    end = after(position(f"3S {REST}", REST, ""), play("3S"))
    assert end.alive == (True, True, True)
    assert end.turn == 1


def test_a_jack_that_takes_the_next_players_last_card_puts_them_out() -> None:
    end = after(position(f"JS {REST}", "3S", REST), play("JS", target=1))
    assert end.alive == (True, False, True)
    assert end.turn == 2


def test_who_empties_their_own_hand_with_a_jack_plays_on_if_they_take_a_card() -> None:
    end = after(position("JS", "3S 4S", REST), play("JS", target=1))
    assert len(end.hands[0]) == 1


def test_the_target_of_an_ace_without_cards_is_out_and_the_turn_is_counted_from_them() -> None:
    end = after(position(f"AS {REST}", REST, "", REST), play("AS", target=2))
    assert end.eliminated == (2,)
    assert end.turn == 3


def test_the_turn_passes_over_those_who_are_out() -> None:
    state = position(f"3S {REST}", "", REST, "", out=[1, 3], direction=-1)
    assert after(state, play("3S")).turn == 2


def test_after_an_elimination_the_turn_is_counted_from_who_went_out() -> None:
    state = position(REST, f"9S {REST}", REST, count=99, turn=1, direction=-1)
    assert after(state, play("9S")).turn == 0
