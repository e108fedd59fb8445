"""Single elimination (tournaments 3.7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing.bracket import (
    Match,
    bracket_rounds,
    bracket_size,
    first_round,
    next_round,
    places,
    slots,
)


def test_slots_of_eight():
    assert slots(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert slots(1) == [1]


@pytest.mark.parametrize("size", [3, 6, 0])
def test_only_powers_of_two_have_slots(size):
    with pytest.raises(ValueError, match="power"):
        slots(size)


@pytest.mark.parametrize(
    ("count", "size", "rounds"), [(1, 1, 0), (2, 2, 1), (3, 4, 2), (8, 8, 3), (9, 16, 4)]
)
def test_sizes_and_rounds_of_a_bracket(count, size, rounds):
    assert (bracket_size(count), bracket_rounds(count)) == (size, rounds)


@pytest.mark.parametrize("count", range(2, 20))
def test_the_top_seeds_have_the_byes_of_round_one(count):
    seeds = list(range(1, count + 1))
    alone = sorted(
        match.entries[0] for match in first_round(seeds).matches if len(match.entries) == 1
    )
    assert alone == seeds[: bracket_size(count) - count]
    assert all(match.entries for match in first_round(seeds).matches)


def play(seeds, choose, *, third_place=False):
    """Play a bracket; `choose` picks a winner. Returns the rounds with winners."""
    current = first_round(seeds)
    history = []
    while True:
        winners = {
            at: choose(match.entries) if match.entries else None
            for at, match in enumerate(current.matches)
        }
        history.append((current, winners))
        if len([match for match in current.matches if not match.third]) == 1:
            return history
        current = next_round(current, winners, third_place=third_place)


def test_with_the_better_seed_winning_the_places_follow_the_seeds():
    history = play(list(range(1, 9)), min)
    assert history[-1][0].matches == (Match(1, 2),)
    assert places(history) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}


def test_the_match_for_the_third_place_parts_the_losers_of_the_semi_finals():
    history = play(list(range(1, 9)), min, third_place=True)
    assert history[-1][0].matches == (Match(1, 2), Match(4, 3, third=True))
    found = places(history)
    assert (found[3], found[4]) == (3, 4)


def test_three_entries_need_no_match_for_the_third_place():
    history = play([1, 2, 3], min, third_place=True)
    assert history[-1][0].matches[1].entries == (3,)
    assert places(history) == {1: 1, 2: 2, 3: 3}


def test_after_a_double_no_show_the_next_opponent_advances_alone():
    start = first_round([1, 2, 3, 4])
    winners = {0: None, 1: 2}
    after = next_round(start, winners)
    assert after.matches == (Match(None, 2),)
    assert places([(start, winners), (after, {0: 2})])[2] == 1


@given(st.integers(2, 33), st.randoms(use_true_random=False), st.booleans())
def test_everybody_gets_a_place_and_there_is_one_winner(count, random, third_place):
    history = play(list(range(1, count + 1)), random.choice, third_place=third_place)
    found = places(history)
    assert sorted(found) == list(range(1, count + 1))
    assert list(found.values()).count(1) == 1
    assert list(found.values()).count(2) == 1
    played = sum(
        len(match.entries) == 2 and not match.third for one, _ in history for match in one.matches
    )
    assert played == count - 1


def test_an_unfinished_bracket_gives_places_only_to_those_who_are_out():
    start = first_round([1, 2, 3, 4])
    assert places([(start, {0: 1})]) == {4: 3}
