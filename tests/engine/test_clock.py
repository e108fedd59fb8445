"""Thinking time as a value."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.engine.clock import Clock


def test_a_turn_may_last_its_limit_and_the_reserve():
    clock = Clock.fresh(turn_ms=60_000, reserve_ms=120_000, seats=3)
    assert clock.allowance(1) == 180_000


def test_a_turn_within_its_limit_costs_nothing():
    clock = Clock.fresh(turn_ms=60_000, reserve_ms=120_000, seats=2)
    assert clock.after_turn(0, 60_000) == clock


def test_what_goes_beyond_the_limit_comes_out_of_ones_own_reserve():
    clock = Clock.fresh(turn_ms=60_000, reserve_ms=120_000, seats=2).after_turn(1, 100_000)
    assert clock.reserves == (120_000, 80_000)
    assert clock.after_turn(1, 10**6).reserves == (120_000, 0)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 10**7)), max_size=30))
def test_a_reserve_never_grows_and_never_falls_below_zero(turns):
    clock = Clock.fresh(turn_ms=30_000, reserve_ms=60_000, seats=3)
    for seat, elapsed in turns:
        after = clock.after_turn(seat, elapsed)
        assert all(0 <= new <= old for new, old in zip(after.reserves, clock.reserves, strict=True))
        clock = after
