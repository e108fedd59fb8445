"""Scores in bits, and how often came true what was said."""

from __future__ import annotations

import pytest

from replays.reading.scoring import Answer, calibration, interval, score_of


def said(percent: int, outcome: bool) -> Answer:
    return Answer(1, "ace", percent, 50.0, 25.0, outcome)


def test_a_score_is_compared_with_counting_and_the_bot() -> None:
    score = score_of([said(50, True), said(25, True)])
    assert (score.bits, score.counted_bits, score.bot_bits) == (-3, -2, -4)
    assert (score.over_counting, score.each, score.bot_each) == (-1, -0.5, -1)


def test_calibration_counts_by_tenths() -> None:
    bins = calibration([said(1, False), said(9, True), said(10, False), said(99, True)])
    assert [(one.low, one.high, one.count, one.said, one.came) for one in bins] == [
        (1, 9, 2, 5, 50), (10, 19, 1, 10, 0), (90, 99, 1, 99, 100),
    ]  # fmt: skip


def test_intervals_are_wilsons() -> None:
    assert interval(81 / 263, 263) == pytest.approx((25.53, 36.62), abs=5e-3)
    least, most = interval(0, 20)
    assert (least, most) == pytest.approx((0, 16.11), abs=5e-2)
