"""Berger's tables (tournaments 3.6)."""

from __future__ import annotations

import pytest

from games.tournaments.pair.round_robin import berger


def test_four_entries_meet_as_the_spec_says():
    assert [one.pairs for one in berger(4)] == [
        ((1, 4), (2, 3)),
        ((4, 3), (1, 2)),
        ((2, 4), (3, 1)),
    ]


@pytest.mark.parametrize("count", range(2, 17))
def test_everybody_meets_everybody_once_and_sits_out_once_if_odd(count):
    rounds = berger(count)
    assert len(rounds) == count - 1 + count % 2
    met = [frozenset(pair) for one in rounds for pair in one.pairs]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    for one in rounds:
        seated = [seed for pair in one.pairs for seed in pair]
        assert sorted([*seated, *([one.bye] if one.bye else [])]) == list(range(1, count + 1))
    byes = [one.bye for one in rounds if one.bye is not None]
    assert sorted(byes) == (list(range(1, count + 1)) if count % 2 else [])


@pytest.mark.parametrize("count", range(3, 17))
def test_first_seats_are_shared_out_within_one(count):
    firsts = [pair[0] for one in berger(count) for pair in one.pairs]
    counts = [firsts.count(seed) for seed in range(1, count + 1)]
    assert max(counts) - min(counts) <= 1


def test_a_double_round_exchanges_the_seats():
    rounds = berger(5, cycles=2)
    assert len(rounds) == 10
    for one, again in zip(rounds[:5], rounds[5:], strict=True):
        assert again.pairs == tuple((second, first) for first, second in one.pairs)
        assert again.bye == one.bye


def test_one_entry_has_nobody_to_meet():
    with pytest.raises(ValueError, match="two"):
        berger(1)
