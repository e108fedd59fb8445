"""Seat orders (tournaments 3.4, 3.5)."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pair.chance import Stream
from games.tournaments.pair.seats import (
    SeatHistory,
    order_cost,
    seat_duel,
    seat_history,
    seat_table,
)
from games.tournaments.rank.lines import Line


def line(number, table, seat, size):
    return Line(number, "played", 0, table=table, seat=seat, size=size)


def test_history_counts_seats_by_table_size_and_neighbours_to_the_left():
    sheet = {
        1: [line(1, 1, 0, 3), line(2, 1, 0, 2)],
        2: [line(1, 1, 1, 3), line(2, 1, 1, 2)],
        3: [line(1, 1, 2, 3), Line(2, "pab", 0)],
    }
    history = seat_history(sheet)
    assert history.times[1, 3, 0] == 1
    assert history.times[1, 2, 0] == 1
    assert history.last_first == {1: 2}
    assert history.left == {(1, 2): 2, (2, 3): 1, (3, 1): 1, (2, 1): 1}


def test_the_first_seat_of_a_duel_is_remembered_from_the_last_that_was_played():
    walkover = Line(4, "fwin", 0, (2,), table=1, seat=0)
    sheet = {1: [line(1, 1, 0, 2), line(2, 1, 0, 2), line(3, 1, 0, 4), walkover]}
    history = seat_history(sheet)
    assert (history.last_first, history.times) == ({1: 2}, {(1, 2, 0): 2, (1, 4, 0): 1})


def test_an_empty_seat_between_two_makes_them_no_neighbours():
    history = seat_history({1: [line(1, 1, 0, 3)], 2: [line(1, 1, 1, 3)], 4: [line(1, 1, 3, 3)]})
    assert history.left == {(1, 2): 1, (4, 1): 1}


def duel(firsts, last, table=1):
    times = {(entry, 2, 0): times for entry, times in zip((1, 2), firsts, strict=True)}
    return seat_duel(1, 2, SeatHistory(times, dict(zip((1, 2), last, strict=True))), table)


def test_the_first_seat_goes_to_who_had_it_less_often():
    assert duel((2, 1), (1, 3)) == (2, 1)
    assert duel((1, 2), (3, 1)) == (1, 2)


def test_then_to_who_had_it_longer_ago():
    assert duel((1, 1), (3, 2)) == (2, 1)


def test_else_the_higher_in_the_standings_has_it_at_odd_tables():
    assert duel((1, 1), (3, 3), table=1) == (1, 2)
    assert duel((1, 1), (3, 3), table=2) == (2, 1)
    assert seat_duel(1, 2, SeatHistory(), 4) == (2, 1)


histories = st.builds(
    SeatHistory,
    st.dictionaries(
        st.tuples(st.integers(1, 7), st.integers(3, 7), st.integers(0, 6)), st.integers(1, 3)
    ),
    st.just({}),
    st.dictionaries(st.tuples(st.integers(1, 7), st.integers(1, 7)), st.integers(1, 3)),
)


@given(histories, st.integers(3, 6))
@settings(max_examples=40, deadline=None)
def test_up_to_six_the_order_is_the_best_of_all(history, size):
    entries = range(1, size + 1)
    found = seat_table(entries, history)
    assert sorted(found) == list(entries)
    least = min(order_cost(order, history) for order in permutations(entries))
    assert order_cost(found, history) == least


@given(histories)
@settings(max_examples=10, deadline=None)
def test_seven_sit_at_the_least_seat_cost(history):
    entries = range(1, 8)
    only_seats = SeatHistory(history.times)
    found = seat_table(entries, history)
    least = min(order_cost(order, only_seats) for order in permutations(entries))
    assert order_cost(found, only_seats) == least


def test_a_repeated_left_neighbour_decides_between_equal_seats():
    history = SeatHistory(left={(1, 2): 1, (2, 3): 1, (3, 1): 1})
    assert order_cost(seat_table([1, 2, 3], history), history) % 1000 == 0


def seat_spread(size, rounds, stream):
    """Return the largest difference of seat counts when the same people meet."""
    sheet = {entry: [] for entry in range(size)}
    for number in range(1, rounds + 1):
        order = seat_table(stream.shuffled(range(size)), seat_history(sheet))
        for seat, entry in enumerate(order):
            sheet[entry].append(line(number, 1, seat, size))
    spread = 0
    for lines in sheet.values():
        counts = [sum(one.seat == seat for one in lines) for seat in range(size)]
        spread = max(spread, max(counts) - min(counts))
    return spread


@given(st.integers(3, 8), st.integers(1, 9), st.integers(0, 999))
@settings(max_examples=25, deadline=None)
def test_where_the_same_people_meet_their_seat_counts_stay_within_one(size, rounds, seed):
    assert seat_spread(size, rounds, Stream(seed)) <= 1
