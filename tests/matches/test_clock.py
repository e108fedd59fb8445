"""How a moment is told to browsers."""

from __future__ import annotations

from datetime import UTC, datetime

from games.matches.clock import iso


def test_a_moment_is_told_to_the_millisecond_and_none_not_at_all() -> None:
    assert (
        iso(datetime(2026, 5, 1, 18, 0, 7, 123_999, tzinfo=UTC)) == "2026-05-01T18:00:07.123+00:00"
    )
    assert iso(None) == ""
