"""How pages write a moment before any script has run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from config.templatetags.times import moment

EIGHT_EAST = timezone(timedelta(hours=8))
AT = datetime(2026, 3, 1, 2, 30, tzinfo=EIGHT_EAST)


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        ("minute", "Feb. 28, 2026, 6:30 p.m. UTC"),
        ("second", "18:30:00 UTC"),
        ("day", "Feb. 28, 2026"),
        ("month", "Feb"),
        ("day-of-month", "28"),
    ],
)
def test_a_moment_is_written_in_utc_and_says_so(shown: str, words: str) -> None:
    assert moment(AT, shown) == (
        f'<time datetime="2026-02-28T18:30:00+00:00" data-shown="{shown}">{words}</time>'
    )


def test_how_long_ago_needs_no_zone() -> None:
    assert moment(datetime.now(UTC) - timedelta(hours=2), "ago").endswith(">2\xa0hours ago</time>")
