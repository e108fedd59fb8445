"""Whole numbers out of what a browser sent: digits alone, and not too many."""

from __future__ import annotations

import pytest

from accounts.numbers import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999", 999)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text, digits=3) == number


@pytest.mark.parametrize(
    "text", ["", "1000", "-1", "+1", " 1", "1\n", "1_0", "1.0", "²", "٣", "३", "x", "1" * 5000]
)
def test_whatever_else_is_none(text: str) -> None:
    assert whole_number(text, digits=3) is None
