"""The order of a ladder, folded from its moves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.challenges.order import idle_drops, moved, order_after, place_won


def test_the_challenger_takes_the_place_and_those_between_move_one_down():
    assert moved([1, 2, 3, 4, 5], 5, 2) == [1, 5, 2, 3, 4]


def test_a_player_who_drops_lets_those_between_move_one_up():
    assert moved([1, 2, 3, 4, 5], 2, 4) == [1, 3, 4, 2, 5]


def test_a_player_who_leaves_lets_all_below_move_up():
    assert order_after([(1, 1), (2, 2), (3, 3), (1, None)]) == [2, 3]


def test_only_a_winner_who_stands_lower_takes_a_place():
    assert place_won(5, 2) == 2
    assert place_won(2, 5) is None
    assert place_won(None, 2) is None
    assert place_won(5, None) is None


ORDERS = st.permutations(range(1, 9))


@given(ORDERS, st.integers(1, 8), st.integers(1, 8))
def test_a_move_changes_only_the_places_between(order, player, to):
    after, at = moved(order, player, to), order.index(player) + 1
    low, high = sorted((at, to))
    assert sorted(after) == sorted(order)
    assert after[to - 1] == player
    assert after[: low - 1] == order[: low - 1]
    assert after[high:] == order[high:]


@given(ORDERS, st.sets(st.integers(1, 8)))
def test_the_idle_drop_by_one_at_most_and_never_below_each_other(order, idle):
    after = order
    for player, to in idle_drops(order, idle, idle):
        assert after.index(player) + 2 == to
        after = moved(after, player, to)
    assert [one for one in after if one in idle] == [one for one in order if one in idle]
    assert all(after.index(one) - order.index(one) in (0, 1) for one in idle)


def test_who_has_just_dropped_is_spared_until_the_next_week():
    assert idle_drops([1, 2, 3], {1, 2}, {1}) == []
    assert idle_drops([1, 2, 3], {2}, {2}) == [(2, 3)]
