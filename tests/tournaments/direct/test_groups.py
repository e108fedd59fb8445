"""Groups that lead to a knockout or to a final table (tournaments 3.5, 3.6)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.direct.board import board
from games.tournaments.direct.groups import group_of, grouped
from games.tournaments.direct.problems import config_problems
from games.tournaments.pair.sizes import SizeRule
from tests.tournaments.direct.support import Event, config, event, refused


def groups(count, number, first, **more):
    """Return a started round robin in groups, from each of which so many go on."""
    more = {"format": "round_robin", "groups": number, "cut": number * first, **more}
    return event(count, **more)


def play_groups(held):
    """Play the groups, the lower numbers winning."""
    while len(held.state.rounds) < held.state.planned:
        held.play_round()


def test_seeds_are_dealt_in_a_snake():
    held = groups(8, 2, 2)
    assert grouped(held.state, list(held.state.entries)) == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_groups_of_four_cross_in_the_semi_finals():
    held = groups(8, 2, 2)
    play_groups(held)
    assert held.state.planned == 3
    held.publish()
    assert held.state.current.seeds == (1, 2, 4, 3)
    assert {frozenset(seats) for seats in held.seats()} == {frozenset({1, 3}), frozenset({2, 4})}
    held.play()
    held.do("close_round")
    held.play_round()
    held.do("finish", reason="")
    assert [entry for _, entry in held.places()][:2] == [1, 2]
    held.check()


def test_equal_places_of_two_groups_are_equal():
    held = groups(8, 2, 1)
    play_groups(held)
    assert held.places() == [(1, 1), (1, 2), (3, 4), (3, 3), (5, 5), (5, 6), (7, 8), (7, 7)]


def test_those_who_miss_the_final_stage_keep_the_order_of_their_groups():
    held = groups(8, 2, 1)
    play_groups(held)
    held.play_round()
    assert [place for place, _ in held.places()] == [1, 2, 3, 3, 5, 5, 7, 7]


def test_a_smaller_group_rests_while_the_larger_one_ends():
    held = groups(7, 2, 2)
    sizes = [len(own) for own in grouped(held.state, list(held.state.entries))]
    assert sorted(sizes) == [3, 4]
    play_groups(held)
    held.check()
    assert held.state.planned == 3


def test_an_entry_that_leaves_early_is_struck_by_the_games_of_its_group():
    held = groups(8, 2, 2)
    held.play_round()
    held.do("withdraw", entry=8)
    played = {row.entry: row.played for row in board(held.state)}
    assert 8 in played
    assert board(held.state)[-1].place is None


def test_groups_lead_to_a_final_table():
    rule = SizeRule(3, 5, 4)
    held = groups(12, 3, 1, format="pods", sizes=rule, rounds=2)
    for _ in range(2):
        held.play_round()
        for table in held.state.current.tables:
            assert len({group_of(held.state, one) for one in table.seats}) == 1
    held.publish()
    (final,) = held.state.current.tables
    assert len(final.seats) == 3
    assert {group_of(held.state, one) for one in final.seats} == {0, 1, 2}
    held.check()


def test_a_late_entry_belongs_to_a_group():
    held = groups(8, 2, 2, format="pods", sizes=SizeRule(3, 5, 4), rounds=3)
    held.play_round()
    held.do("late_entry", players=[900], strength=None)
    held.publish()
    for table in held.state.current.tables:
        assert len({group_of(held.state, one) for one in table.seats}) == 1


def test_too_few_for_the_groups_are_refused():
    held = Event(config(format="round_robin", groups=4, cut=4)).with_players(7)
    assert refused(held, "start") == "too_few"


@pytest.mark.parametrize(
    "more",
    [
        {"format": "swiss", "groups": 2, "cut": 2},
        {"format": "round_robin", "groups": 2, "cut": 0},
        {"format": "round_robin", "groups": 3, "cut": 4},
        {"format": "round_robin", "groups": 1, "cut": 2},
        {"format": "round_robin", "groups": 17, "cut": 17},
        {"format": "round_robin", "groups": 2, "cut": 2, "boards": 2},
    ],
)
def test_settings_that_no_groups_can_have(more):
    assert config_problems(config(**more))


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 4), st.integers(1, 2), st.integers(2, 5), st.randoms(use_true_random=False))
def test_nobody_meets_another_group_before_the_final_stage(number, first, size, dice):
    count = number * size - dice.randrange(number)
    held = groups(max(count, number * 2), number, first)
    while len(held.state.rounds) < held.state.planned:
        held.play_round(lambda table: dice.sample(list(table.present), 2))
    met = {
        frozenset(pair)
        for one in held.state.rounds
        for table in one.tables
        for pair in combinations(table.seats, 2)
    }
    for own in grouped(held.state, list(held.state.entries)):
        assert {frozenset(pair) for pair in combinations(own, 2)} <= met
    assert all(len({group_of(held.state, one) for one in pair}) == 1 for pair in met)
    held.publish()
    for table in held.state.current.tables:
        assert len({group_of(held.state, one) for one in table.seats}) == 2 or number * first <= 2
    held.check()
