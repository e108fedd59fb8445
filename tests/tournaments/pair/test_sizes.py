"""Table sizes and numbers of rounds (tournaments 3.4, 3.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pair.sizes import (
    SizeRule,
    Sizes,
    round_robin_fits,
    table_sizes,
    usual_rounds,
)

THREE_TO_FIVE = SizeRule(3, 5, 4)
THREE_TO_TEN = SizeRule(3, 10, 6)


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(6, (3, 3)), (7, (4, 3)), (9, (5, 4)), (10, (5, 5)), (11, (4, 4, 3)), (14, (5, 5, 4))],
)
def test_examples_for_three_to_five(count, sizes):
    assert table_sizes(count, THREE_TO_FIVE) == Sizes(sizes, 0)


@pytest.mark.parametrize(("count", "sizes"), [(9, (5, 4)), (13, (7, 6)), (16, (6, 5, 5))])
def test_examples_for_three_to_ten(count, sizes):
    assert table_sizes(count, THREE_TO_TEN) == Sizes(sizes, 0)


def test_variety_asks_for_more_smaller_tables():
    assert table_sizes(10, replace(THREE_TO_FIVE, variety=True)) == Sizes((4, 3, 3), 0)


def test_forbidden_sizes_are_not_used():
    only_fours_and_threes = SizeRule(3, 4, 4)
    assert table_sizes(5, only_fours_and_threes) == Sizes((4,), 1)
    assert table_sizes(10, SizeRule(3, 5, 4, frozenset({4}))) == Sizes((5, 5), 0)
    assert table_sizes(6, SizeRule(4, 4, 4)) == Sizes((4,), 2)
    assert table_sizes(2, THREE_TO_FIVE) == Sizes((), 2)
    assert table_sizes(0, THREE_TO_FIVE) == Sizes((), 0)


def partitions(count, sizes, largest=None):
    """Yield every multiset of allowed sizes with that sum."""
    if count == 0:
        yield ()
        return
    for size in sizes:
        if size <= count and (largest is None or size <= largest):
            for rest in partitions(count - size, sizes, size):
                yield (size, *rest)


@given(
    st.integers(0, 24),
    st.integers(2, 5),
    st.integers(0, 5),
    st.integers(0, 5),
    st.sets(st.integers(3, 8), max_size=2),
    st.booleans(),
)
@settings(max_examples=80)
def test_the_sizes_are_the_best_of_all(count, lo, more, at, forbidden, variety):
    hi = lo + more
    rule = SizeRule(lo, hi, min(hi, lo + at), frozenset(forbidden), variety)
    found = table_sizes(count, rule)
    assert sum(found.sizes) + found.byes == count
    assert set(found.sizes) <= set(rule.allowed)

    def cost(sizes):
        return (
            -len(sizes) if variety else 0,
            sum((size - rule.preferred) ** 2 for size in sizes),
            sum(size < rule.preferred for size in sizes),
            len(sizes),
        )

    for byes in range(found.byes):
        assert not list(partitions(count - byes, rule.allowed))
    assert cost(found.sizes) == min(map(cost, partitions(count - found.byes, rule.allowed)))


@pytest.mark.parametrize(
    ("count", "rounds"),
    [(8, 3), (16, 5), (32, 5), (33, 6), (64, 6), (128, 7), (226, 8), (409, 9), (410, 10)],
)
def test_usual_rounds_follow_the_table(count, rounds):
    assert usual_rounds(count) == rounds


def test_a_round_robin_is_offered_where_the_rounds_suffice():
    assert round_robin_fits(6, 5)
    assert not round_robin_fits(7, 5)
