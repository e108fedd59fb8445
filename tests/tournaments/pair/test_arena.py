"""Who of those who are free in an arena meet now."""

from __future__ import annotations

import time
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pair.arena import NEAR, Free, may_meet, pair_free


def waiting(*entries, last=None, since=None):
    """Return those who are free in the order of the standings."""
    return [Free(one, (last or {}).get(one), (since or {}).get(one, 0)) for one in entries]


def paired(free, everybody=None, apart=()):
    return pair_free(free, everybody or [one.entry for one in free], apart)


def test_nobody_and_somebody_alone_wait():
    assert paired([]) == []
    assert paired(waiting(1)) == []


def test_neighbours_in_the_standings_meet():
    assert paired(waiting(4, 3, 2, 1)) == [(4, 3), (2, 1)]


def test_nobody_meets_twice_in_a_row():
    last = {1: 2, 2: 1, 3: 4, 4: 3}
    assert paired(waiting(1, 2, 3, 4, last=last)) == [(1, 3), (2, 4)]


def test_two_who_just_met_wait_while_there_are_others():
    assert paired(waiting(1, 2, last={1: 2, 2: 1}), [1, 2, 3]) == []


def test_it_is_twice_in_a_row_for_one_of_them_too():
    assert paired(waiting(1, 2, last={1: 2, 2: 9}), [1, 2, 9]) == []


def test_the_only_two_meet_again():
    assert paired(waiting(1, 2, last={1: 2, 2: 1}), [1, 2]) == [(1, 2)]


def test_two_who_are_kept_apart_from_all_others_meet_again():
    again = waiting(1, 2, last={1: 2, 2: 1})
    assert paired(again, [1, 2, 3], {(1, 3), (2, 3)}) == [(1, 2)]
    assert paired(again, [1, 2, 3], {(1, 3)}) == []


def test_who_is_kept_apart_never_meets():
    assert paired(waiting(1, 2), [1, 2], {(1, 2)}) == []


def test_who_is_kept_apart_from_all_near_them_meets_somebody_further_away():
    apart = {(1, other) for other in range(2, 16)}
    pairs = paired(waiting(*range(1, 17)), apart=apart)
    assert (1, 16) in pairs
    assert len(pairs) == 8


def test_who_was_paired_last_waits():
    assert paired(waiting(1, 2, 3, since={1: 7, 2: 8, 3: 5})) == [(1, 3)]


def test_at_the_beginning_who_is_odd_is_somebody_whose_neighbours_are_close():
    pairs = paired(waiting(1, 2, 3, 4, 5))
    assert len(pairs) == 2
    assert all(other - one == 1 for one, other in pairs)


MEETINGS = st.dictionaries(st.integers(1, 14), st.integers(1, 14), max_size=14)


@given(st.permutations(range(1, 13)), st.integers(0, 12), MEETINGS, MEETINGS)
def test_what_holds_for_every_pairing(order, count, last, since):
    met = {one: other for one, other in last.items() if one != other}
    free = waiting(*order[:count], last=met, since=since)
    everybody = range(1, 15)
    pairs = paired(free, everybody)
    seated = [one for pair in pairs for one in pair]
    by_entry = {one.entry: one for one in free}
    assert len(seated) == len(set(seated))
    assert set(seated) <= set(by_entry)
    assert all(may_meet(by_entry[a], by_entry[b], everybody, ()) for a, b in pairs)
    rest = [one for one in free if one.entry not in seated]
    assert not any(may_meet(one, other, everybody, ()) for one, other in combinations(rest, 2)), (
        "two are left who might meet"
    )
    assert pairs == paired(free, everybody), "the same in every process"


def test_a_full_arena_is_paired_quickly():
    free = waiting(*range(256))
    began = time.process_time()
    pairs = paired(free)
    assert len(pairs) == 128
    assert all(abs(one - other) < NEAR for one, other in pairs)
    assert time.process_time() - began < 3
