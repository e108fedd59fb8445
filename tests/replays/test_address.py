"""Which plies an address within a replay names."""

from __future__ import annotations

import pytest

from replays.address import AddressRefused, read_ply, read_span


def test_a_span_has_at_most_24_pictures() -> None:
    assert len(read_span({"from": "1", "to": "24"}, 99)) == 24
    with pytest.raises(AddressRefused) as refusal:
        read_span({"from": "1", "to": "25"}, 99)
    assert refusal.value.code == "bad_span"


def test_a_span_has_both_its_ends_and_may_have_the_last_ply() -> None:
    assert list(read_span({"from": "7", "to": "last"}, 9)) == [7, 8, 9]
    assert list(read_span({"to": "1"}, 9)) == [0, 1]


def test_the_last_ply_is_there_and_the_next_is_not() -> None:
    assert read_ply({"ply": "9"}, 9) == read_ply({"ply": "last"}, 9) == 9
    with pytest.raises(AddressRefused) as refusal:
        read_ply({"ply": "10"}, 9)
    assert refusal.value.code == "no_such_ply"
