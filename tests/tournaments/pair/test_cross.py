"""Seeds of qualifiers: by place, those of one event apart for as long as possible."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pair.bracket import bracket_size, slots
from games.tournaments.pair.cross import Qualified, cross_seeded


def qualified(groups, first):
    """Return the first so many of so many groups; entry 12 is the second of group 1."""
    return [
        Qualified(10 * group + rank, f"group {group}", rank)
        for group in range(1, groups + 1)
        for rank in range(1, first + 1)
    ]


def meets_in(seeds, one, other):
    """Return the round of the bracket in which two entries can meet at the earliest."""
    position = {seed: at for at, seed in enumerate(slots(bracket_size(len(seeds))))}
    places = [position[1 + seeds.index(entry)] for entry in (one, other)]
    return (places[0] ^ places[1]).bit_length()


def test_two_of_two_groups_cross():
    assert cross_seeded(qualified(2, 2), 4) == [11, 21, 12, 22]  # 11–22 and 21–12


def test_two_of_four_groups_meet_again_in_the_final_alone():
    seeds = cross_seeded(qualified(4, 2), 8)
    assert seeds[:4] == [11, 21, 31, 41]
    assert all(meets_in(seeds, 10 * group + 1, 10 * group + 2) == 3 for group in range(1, 5))


@given(st.integers(1, 8), st.integers(1, 4))
def test_better_places_have_better_seeds_and_everybody_one(groups, first):
    came = qualified(groups, first)
    seeds = cross_seeded(came, len(came))
    ranks = {one.entry: one.rank for one in came}
    assert sorted(seeds) == sorted(ranks)
    assert [ranks[one] for one in seeds] == sorted(ranks.values())


@given(st.integers(2, 8))
def test_nobody_meets_a_companion_at_once_if_it_can_be_helped(groups):
    seeds = cross_seeded(qualified(groups, 2), 2 * groups)
    for group in range(1, groups + 1):
        assert meets_in(seeds, 10 * group + 1, 10 * group + 2) > 1
