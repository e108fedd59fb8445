"""The round robin of bots: seatings, and points that fit the results."""

from __future__ import annotations

import sys
from array import array
from collections import Counter

import pytest

from bench import bots
from games.engine.contract import STANDARD, Contest, Side


def contest(*sides: tuple[int, ...]) -> Contest:
    """Return a contest of these sides."""
    return Contest(STANDARD, tuple(map(Side, sides)))


def test_each_bot_sits_everywhere_with_half_of_the_seats() -> None:
    assert set(bots.seatings(contest((0,), (1,)))) == {(0, 1), (1, 0)}
    four = list(bots.seatings(contest((0,), (1,), (2,), (3,))))
    assert len(set(four)) == len(four) == 6
    assert all(sum(who) == 2 for who in four)
    three = Counter(bots.seatings(contest((0,), (1,), (2,))))
    assert sorted(three) == [tuple(map(int, f"{bits:03b}")) for bits in range(1, 7)]
    assert set(three.values()) == {1}


def test_two_sides_belong_to_different_bots_whoever_plays_a_free_agent() -> None:
    assert set(bots.seatings(contest((0, 3), (1, 2)))) == {(0, 1, 1, 0), (1, 0, 0, 1)}
    with_free = set(bots.seatings(contest((0, 3), (1, 2), (4,))))
    assert with_free == {(*who, free) for who in [(0, 1, 1, 0), (1, 0, 0, 1)] for free in (0, 1)}


def test_the_points_explain_results_of_known_strengths() -> None:
    true = {"a": 0.0, "b": 120.0, "c": 300.0}
    results = {
        (one, other): (100_000 * bots.share_of(true[one] - true[other]), 100_000.0)
        for one, other in [("b", "a"), ("c", "a"), ("c", "b")]
    }
    assert bots.fit(list(true), results) == pytest.approx(true, abs=0.1)


def test_a_pair_is_decided_once_its_difference_is_clear_of_the_gap() -> None:
    def pairing(*shares: float) -> bots.Pairing:
        cpu = (array("d"), array("d"))
        return bots.Pairing(("b", "a"), [bots.DealResult(share, 6, cpu) for share in shares])

    assert pairing(*[0.7, 0.75] * 20).decided(80)
    assert pairing(*[0.5, 0.52] * 20).decided(80)
    assert not pairing(*[0.2, 0.9, 0.7] * 10).decided(80)


def test_the_program_prints_all_levels_and_pairs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = "deadline_99 --seats 2 --levels novice,club/1 --deals 4 --gap 80"
    monkeypatch.setattr(sys, "argv", ["bots.py", *given.split()])
    bots.main()
    printed = capsys.readouterr().out
    assert "| novice | 0 |" in printed
    assert "| club/1 : novice |" in printed
